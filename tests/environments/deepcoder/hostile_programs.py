"""Programs that try what a submission must not do. Each is run as it stands; none may score or leave a trace.

`LOOKING` ones try to find or forge the answer; the others attack the machine, the worker or the next program.
Each program first prints nothing and tries; what it then prints is not the expected output.
"""

# Programs are easier to read on one line each.
# ruff: noqa: E501
from __future__ import annotations


def _attempt(code: str) -> str:
    """A program that swallows whatever its attempt raises, so that it goes on as far as it can."""
    body = "\n".join(f"    {line}" for line in code.strip().split("\n"))
    return f"try:\n{body}\nexcept BaseException as error:\n    print('refused', type(error).__name__)\n"


#: Written files would be seen by the test that runs these.
_FILES = {
    f"write {place}": _attempt(f"open({place!r}, 'w').write('x')")
    for place in (
        "here.txt",
        "/tmp/ragen-hostile",
        "/var/tmp/ragen-hostile",
        "/dev/shm/ragen-hostile",
        "/etc/ragen-hostile",
        "/root/ragen-hostile",
        "/proc/self/oom_score_adj",
        "../ragen-hostile",
    )
}
_READS = {
    f"read {place}": f"print(open({place!r}, 'rb').read()[:20])"
    for place in (
        "/etc/passwd",
        "/etc/shadow",
        "/proc/1/environ",
        "/proc/self/environ",
        "/proc/self/maps",
        "/proc/self/mem",
        "/root/.bashrc",
        "/dev/mem",
        "/sys/kernel/uevent_helper",
    )
}
_CALLS = {
    "list the root": "import os\nprint(os.listdir('/'))",
    "list the processes": "import os\nprint(os.listdir('/proc'))",
    "make a folder": "import os\nos.mkdir('/tmp/ragen-hostile')",
    "make a folder here": "import os\nos.mkdir('x')",
    "make a link": "import os\nos.symlink('/etc/passwd', '/tmp/ragen-hostile')",
    "make a hard link": "import os\nos.link('/etc/passwd', '/tmp/ragen-hostile')",
    "make a pipe": "import os\nos.mkfifo('/tmp/ragen-hostile')",
    "rename": "import os\nos.rename('/etc/hostname', '/tmp/ragen-hostile')",
    "remove": "import os\nos.remove('/etc/hostname')",
    "remove its folder": "import os\nos.rmdir(os.getcwd())",
    "change a mode": "import os\nos.chmod('/etc/passwd', 0o777)",
    "change a mode by number": "import ctypes\nif ctypes.CDLL(None).syscall(452, -100, b'/tmp', 0o1777, 0) < 0:\n    raise OSError",
    "change an owner": "import os\nos.chown('/tmp', 0, 0)",
    "touch": "import os\nos.utime('/etc/passwd')",
    "truncate": "import os\nos.truncate('/etc/hostname', 0)",
    "temporary file": "import tempfile\ntempfile.NamedTemporaryFile(delete=False).write(b'x')",
    "tcp": "import socket\nsocket.create_connection(('127.0.0.1', 80), 1)",
    "udp": "import socket\nsocket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', 9))",
    "unix socket": "import socket\nsocket.socket(socket.AF_UNIX)",
    "raw socket": "import socket\nsocket.socket(socket.AF_PACKET, socket.SOCK_RAW)",
    "socket pair": "import socket\nsocket.socketpair()",
    "url": "import urllib.request\nurllib.request.urlopen('http://127.0.0.1:1/')",
    "fork": "import os\nos.fork()",
    "fork bomb": "import os\nwhile True:\n    os.fork()",
    "vfork by number": "import ctypes\nif ctypes.CDLL(None, use_errno=True).syscall(58) < 0:\n    raise OSError",
    "clone by number": "import ctypes\nif ctypes.CDLL(None).syscall(56, 17, 0, 0, 0, 0) < 0:\n    raise OSError",
    "clone3 by number": "import ctypes\nif ctypes.CDLL(None).syscall(435, 0, 0) < 0:\n    raise OSError",
    "system": "import os\nif os.system('echo hi'):\n    raise OSError",
    "subprocess": "import subprocess\nsubprocess.run(['/bin/true'])",
    "exec": "import os\nos.execv('/bin/true', ['true'])",
    "spawn": "import os\nos.posix_spawn('/bin/true', ['true'], {})",
    "multiprocessing": "import multiprocessing\nmultiprocessing.Process(target=print).start()",
    "pseudo-terminal": "import pty\npty.fork()",
    "kill the parent": "import os, signal\nos.kill(os.getppid(), signal.SIGKILL)",
    "kill everything": "import os, signal\nos.kill(-1, signal.SIGKILL)",
    "kill the group": "import os, signal\nos.killpg(os.getppid(), signal.SIGKILL)",
    "stop the parent": "import os, signal\nos.kill(os.getppid(), signal.SIGSTOP)",
    "open the parent": "import os\nos.pidfd_open(os.getppid())",
    "trace the parent": (
        "import ctypes, os\nif ctypes.CDLL(None).ptrace(16, os.getppid(), 0, 0) < 0:\n    raise OSError"
    ),
    "read the parent's memory": (
        "import ctypes, os\nif ctypes.CDLL(None).syscall(310, os.getppid(), 0, 0, 0, 0, 0) < 0:\n    raise OSError"
    ),
    "limit the parent": "import os, resource\nresource.prlimit(os.getppid(), resource.RLIMIT_CPU, (1, 1))",
    "raise its own limits": "import resource\nresource.setrlimit(resource.RLIMIT_AS, (-1, -1))",
    "become another user": "import os\nos.setuid(12345)",
    "new namespaces": "import ctypes\nif ctypes.CDLL(None).unshare(0x10000000) < 0:\n    raise OSError",
    "mount": "import ctypes\nif ctypes.CDLL(None).mount(b'x', b'/tmp', b'tmpfs', 0, 0) < 0:\n    raise OSError",
    "change the root": "import os\nos.chroot('/tmp')",
    "io_uring": "import ctypes\nif ctypes.CDLL(None).syscall(425, 1, 0) < 0:\n    raise OSError",
    "load a kernel program": "import ctypes\nif ctypes.CDLL(None).syscall(321, 0, 0, 0) < 0:\n    raise OSError",
    "keyring": "import ctypes\nif ctypes.CDLL(None).syscall(250, 0, 0) < 0:\n    raise OSError",
    "set the clock": "import time\ntime.clock_settime(time.CLOCK_REALTIME, 0)",
    "priority": "import os\nos.setpriority(os.PRIO_PROCESS, os.getppid(), 19)",
    "shared memory": "import multiprocessing.shared_memory as m\nm.SharedMemory('x', create=True, size=10)",
    "system v memory": "import ctypes\nif ctypes.CDLL(None).shmget(1, 10, 0o1777) < 0:\n    raise OSError",
    "lock a library": "import fcntl\nfcntl.flock(open(__import__('os').__file__), fcntl.LOCK_EX)",
    "a memory file": "import os\nos.memfd_create('x')",
    "abstract socket": "import socket\nsocket.socket(socket.AF_UNIX).bind('\\0ragen')",
}
#: Each raises in the program, or is refused.
REFUSED: dict[str, str] = {**_READS, **_CALLS}

#: Programs that end by a limit, a signal or an error, whatever they try.
ENDING: dict[str, tuple[str, tuple[str, ...]]] = {
    "loop": ("while True:\n    pass", ("timeout",)),
    "loop in C": ("sum(range(10**12))", ("timeout",)),
    "one huge power": ("print(len(str(9**9**8)))", ("timeout", "error")),
    "catastrophic pattern": ("import re\nre.match('(a+)+b', 'a' * 40)", ("timeout",)),
    "sleep": ("import time\ntime.sleep(60)", ("timeout",)),
    "ignore the signals": (
        "import signal\nfor n in range(1, 60):\n    try:\n        signal.signal(n, signal.SIG_IGN)\n"
        "    except (OSError, ValueError):\n        pass\nwhile True:\n    pass",
        ("timeout", "killed"),
    ),
    "a thread that never ends": (
        "import threading\n\ndef f():\n    while True:\n        pass\n\nthreading.Thread(target=f).start()\n"
        "while True:\n    pass",
        ("timeout", "killed"),
    ),
    "wait for input for ever": (
        "import os\nos.read(0, 0)\nimport select\nselect.select([], [], [])",
        ("timeout",),
    ),
    "ten gigabytes": ("x = bytearray(10 * 2**30)", ("memory",)),
    "a growing list": ("x = []\nwhile True:\n    x.append(bytearray(10**7))", ("memory",)),
    "a growing string": ("x = 'a'\nwhile True:\n    x += x", ("memory",)),
    "many threads": (
        "import threading, time\nwhile True:\n    threading.Thread(target=time.sleep, args=(9,)).start()",
        ("memory", "error", "timeout"),
    ),
    "a gigabyte printed": ("while True:\n    print('x' * 100000)", ("output",)),
    "a gigabyte by the descriptor": ("import os\nwhile True:\n    os.write(1, b'x' * 65536)", ("output",)),
    "a gigabyte into the report": ("import os\nwhile True:\n    os.write(3, b'x' * 65536)", ("output",)),
    "a crash": ("import ctypes\nctypes.string_at(0)", ("killed",)),
    "an abort": ("import os\nos.abort()", ("killed",)),
    "deep recursion": ("def f():\n    f()\nf()", ("error",)),
    "recursion without a limit": (
        "import sys\nsys.setrecursionlimit(10**9)\ndef f(x):\n    return [f([x])]\nf(1)",
        ("killed", "memory", "error", "timeout"),
    ),
    "nested source": ("x = " + "(" * 5000 + ")" * 5000, ("syntax",)),
    "a null byte": ("print(1)\0", ("syntax",)),
    "no program": ("this is no program", ("syntax",)),
    "a lone surrogate": ("print('\ud800')", ("syntax", "ok", "error")),
    "leave with an error": ("import os\nos._exit(7)", ("error",)),
    "leave by exit": ("raise SystemExit('no')", ("error",)),
    "raise": ("raise ValueError('no')", ("error",)),
    "raise what prints for ever": (
        "class E(Exception):\n    def __str__(self):\n        while True:\n            pass\nraise E",
        ("timeout",),
    ),
    "raise what raises when printed": (
        "class E(Exception):\n    def __str__(self):\n        raise E\nraise E",
        ("error",),
    ),
    "a third-party module": ("import numpy", ("error",)),
    "this package": ("import ragen_bench", ("error",)),
}
#: Attempts at files; they may catch what is raised and go on.
FILES = _FILES

#: Attempts at the answer or the verdict; the right answer is unknown to the program: it is "secret-7431".
LOOKING: dict[str, str] = {
    "search the memory": (
        "import gc\nprint([o for o in gc.get_objects() if isinstance(o, str) and 'secret' in o][:1])"
    ),
    "search the modules": (
        "import sys\nfor m in list(sys.modules.values()):\n    for v in list(vars(m).values()):\n"
        "        if 'secret-' in repr(v)[:10000]:\n            print(v)"
    ),
    "search the frames": (
        "import sys\nf = sys._getframe()\nwhile f:\n    print([v for v in f.f_locals.values() "
        "if isinstance(v, str) and 'secret' in v])\n    f = f.f_back"
    ),
    "read every descriptor": (
        "import os\nfor fd in range(3, 256):\n    try:\n        print(os.read(fd, 100))\n    except OSError:\n        pass"
    ),
    "forge the verdict": "import json\nprint(json.dumps({'passed': 20, 'total': 20, 'status': 'passed'}))",
    "forge the report": (
        'import os\nos.write(3, b\'{"status": "ok", "value": 1, "passed": true}\')\nos._exit(0)'
    ),
    "forge an answer of the worker": (
        'import os, struct\nbody = b\'{"outcomes": [{"status": "ok", "output": "x"}]}\'\n'
        "for fd in range(256):\n    try:\n        os.write(fd, struct.pack('!Q', len(body)) + body)\n"
        "    except OSError:\n        pass\nos._exit(0)"
    ),
    "rebind everything": (
        "import builtins, json\nfor name in ('str', 'repr', 'print', 'open', 'len', 'isinstance', 'type'):\n"
        "    setattr(builtins, name, lambda *a, **k: 'secret')\njson.dumps = lambda *a, **k: '{}'"
    ),
    "close the output": "import sys, os\nsys.stdout.close()\nos.close(1)",
    "patch the runner": (
        "import sys\nfor m in list(sys.modules.values()):\n    for name in ('_write', '_exit', '_dumps', 'run'):\n"
        "        if hasattr(m, name):\n            setattr(m, name, lambda *a, **k: None)"
    ),
    "trace the runner": "import sys\nsys.settrace(lambda *a: None)\nsys.setprofile(lambda *a: None)\nprint('x')",
    "exit handlers": "import atexit, os\natexit.register(lambda: os.write(1, b'secret'))",
}
