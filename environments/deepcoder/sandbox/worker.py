"""The worker: a small process that forks a confined child for every test.

It is started with `python -I -S`, knows nothing but this folder and the standard library, and is given inputs
only. Requests and answers are JSON with a length in front, over one socket.
"""

import contextlib
import importlib
import json
import os
import resource
import select
import shutil
import signal
import socket
import struct
import sys
import tempfile
import time

import child
import confine

#: Imported here once, so that no child needs to read them.
_USUAL = """
array bisect collections copy dataclasses datetime decimal enum fractions functools heapq itertools math
operator queue random re statistics string textwrap typing
"""
for _name in _USUAL.split():
    importlib.import_module(_name)

#: CPU seconds that measuring may be off by.
_GRACE_S = 0.05


class Worker:
    """Serves requests until the other end closes."""

    def __init__(self, channel, level):
        self.channel, self.level = channel, level
        self.strict = level != "weak"
        abi = confine.landlock_abi() if level == "landlock" else 0
        self.ruleset = confine.landlock_ruleset(abi) if level == "landlock" else None
        self.filter = confine.seccomp_filter() if self.strict else None
        if level == "landlock" and (abi < 1 or self.filter is None):
            raise OSError("Landlock and seccomp are not both to be had")
        self.folder = tempfile.mkdtemp(prefix="ragen-sandbox-")

    def serve(self):
        """Answers requests."""
        try:
            while (request := self._receive()) is not None:
                self._send(self._run(request))
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    def _receive(self):
        head = self._exactly(8)
        if head is None:
            return None
        body = self._exactly(struct.unpack("!Q", head)[0])
        return None if body is None else json.loads(body)

    def _exactly(self, size):
        parts = []
        while size:
            part = self.channel.recv(min(size, 1 << 20))
            if not part:
                return None
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def _send(self, answer):
        body = json.dumps(answer).encode("ascii")
        self.channel.sendall(struct.pack("!Q", len(body)) + body)

    def _run(self, request):
        limits, outcomes = request["limits"], []
        deadline = time.monotonic() + limits["total_s"]
        over = ""
        for call in request["calls"]:
            left = deadline - time.monotonic()
            if not over and left <= 0:
                over = "the time of the whole submission is over"
            if over:
                outcomes.append({"status": "timeout", "message": over, "seconds": 0.0})
                continue
            outcome = self._one(request["program"], call, limits, min(limits["wall_s"], left))
            outcomes.append(outcome)
            if outcome["status"] == "timeout":
                over = "not run: an earlier test timed out"
        return {"outcomes": outcomes}

    def _one(self, program, call, limits, wall):
        out_read, out_write = os.pipe()
        report_read, report_write = os.pipe()
        given = self._input(call["stdin"])
        started, own = time.monotonic(), os.getpid()
        pid = os.fork()
        if pid == 0:
            try:
                self._child(program, call, limits, given, out_write, report_write, own)
            finally:
                os._exit(1)
        for descriptor in (out_write, report_write, given):
            os.close(descriptor)
        try:
            output, report, status = self._watch(pid, out_read, report_read, limits, started + wall)
        finally:
            os.close(out_read)
            os.close(report_read)
            self._end(pid)
        return self._outcome(call, output, report, status, limits, time.monotonic() - started)

    def _input(self, text):
        data = text.encode("utf-8", "surrogateescape")
        if hasattr(os, "memfd_create"):
            writer = os.memfd_create("stdin", os.MFD_CLOEXEC)
            path = f"/proc/self/fd/{writer}"
        else:
            writer, path = tempfile.mkstemp(dir=self.folder)
        view = memoryview(data)
        while view:
            view = view[os.write(writer, view) :]
        try:
            reader = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        except OSError:  # /proc is not there
            os.lseek(writer, 0, os.SEEK_SET)
            return writer
        os.close(writer)
        if not path.startswith("/proc"):
            os.unlink(path)
        return reader

    def _child(self, program, call, limits, given, out, report, parent):
        # The pipes move away from the places that they are about to take.
        given, out, report = (os.dup(fd) if fd < 4 else fd for fd in (given, out, report))
        ruleset = self.ruleset
        if ruleset is not None:
            ruleset = os.dup2(ruleset, 199, inheritable=False)
        os.dup2(given, 0)
        os.dup2(out, 1)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 2)
        os.dup2(report, 3)
        os.closerange(4, 199)
        os.closerange(200, 4096)
        os.setsid()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(number, signal.SIG_DFL if number != signal.SIGXFSZ else signal.SIG_IGN)
        os.chdir(self.folder)
        os.environ.clear()
        confine.die_with_parent(parent)
        confine.limit_resources(limits["cpu_s"], limits["memory_bytes"], limits["open_files"], self.strict)
        if self.strict:
            confine.confine(ruleset, self.filter)
        if ruleset is not None:
            os.close(ruleset)
        child.run(program, call, 3, limits["output_bytes"])

    def _watch(self, pid, out, report, limits, deadline):
        """Reads both pipes until the child has ended, said too much or run out of time."""
        ended = None
        with contextlib.suppress(OSError, AttributeError):
            ended = os.pidfd_open(pid)
        poll = select.poll()
        for descriptor in filter(None, (out, report, ended)):
            poll.register(descriptor, select.POLLIN)
        found = {out: [], report: []}
        sizes = {out: 0, report: 0}
        status = ""
        try:
            while not status:
                left = deadline - time.monotonic()
                if left <= 0:
                    status = "timeout"
                    break
                wait = left if ended is not None else min(left, 0.005)
                events = [fd for fd, _ in poll.poll(wait * 1000)]
                for descriptor in events:
                    if descriptor == ended:
                        continue
                    data = os.read(descriptor, 65536)
                    if not data:
                        poll.unregister(descriptor)
                        continue
                    found[descriptor].append(data)
                    sizes[descriptor] += len(data)
                    if sizes[descriptor] > limits["output_bytes"] + 4096:
                        status = "output"
                gone = ended in events if ended is not None else self._has_ended(pid)
                if gone:
                    status = status or "ended"
            if status == "ended":
                for descriptor in (out, report):
                    self._drain(descriptor, found[descriptor], limits["output_bytes"] + 4096)
        finally:
            if ended is not None:
                os.close(ended)
        return b"".join(found[out]), b"".join(found[report]), status

    def _has_ended(self, pid):
        return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def _drain(self, descriptor, parts, most):
        """What is left in a pipe whose writer has ended; a detached one may hold it open for ever."""
        os.set_blocking(descriptor, False)
        size = sum(map(len, parts))
        while size <= most:
            try:
                data = os.read(descriptor, 65536)
            except BlockingIOError:
                return
            if not data:
                return
            parts.append(data)
            size += len(data)

    def _end(self, pid):
        """Nothing of the child is left: its group, and orphans that became ours."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        _, self.exit, self.usage = os.wait4(pid, 0)
        if self.strict:
            return
        for _ in range(200):
            orphans = _children()
            if not orphans:
                break
            for orphan in orphans:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(orphan, signal.SIGKILL)
                with contextlib.suppress(ChildProcessError):
                    os.waitpid(orphan, 0)
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder, exist_ok=True)

    def _outcome(self, call, output, report, status, limits, seconds):
        made = {"status": status, "message": "", "seconds": seconds}
        used = self.usage.ru_utime + self.usage.ru_stime
        if status == "ended":
            made["status"] = self._status_of_exit(call, report, used, limits, made)
        if len(output) > limits["output_bytes"]:
            made["status"] = "output"
        if made["status"] == "timeout":
            made["message"] = f"over {limits['cpu_s']:g} s of CPU or {limits['wall_s']:g} s in all"
        elif made["status"] == "output":
            made["message"] = f"more than {limits['output_bytes']:,} bytes of output"
        elif made["status"] == "ok":
            if call["kind"] == "stdin":
                made["output"] = output.decode("utf-8", "replace")
            else:
                # Read by the one who asked; here it stays text.
                made["report"] = report.decode("ascii", "replace")
        return made

    def _status_of_exit(self, call, report, used, limits, made):
        if os.WIFSIGNALED(self.exit):
            number = os.WTERMSIG(self.exit)
            if number == signal.SIGXCPU or used >= limits["cpu_s"]:
                return "timeout"
            made["message"] = f"ended by signal {number}"
            return "killed"
        if used > limits["cpu_s"] + _GRACE_S:
            return "timeout"
        try:
            said = json.loads(report) if report else {}
            status, message = said.get("status"), said.get("message")
        except (ValueError, RecursionError, AttributeError):
            status, message = None, None
        made["message"] = message[:300] if isinstance(message, str) else ""
        if os.WEXITSTATUS(self.exit) != 0:
            return status if status in ("syntax", "memory", "output") else "error"
        if call["kind"] == "function" and (status != "ok" or "value" not in said):
            made["message"] = made["message"] or "the program ended without a result"
            return "output" if status == "output" else "error"
        return "ok"


def _children():
    try:
        with open(f"/proc/self/task/{os.getpid()}/children") as stream:
            return [int(pid) for pid in stream.read().split()]
    except OSError:
        return []


def main():
    """Started as `worker.py FD LEVEL`."""
    channel = socket.socket(fileno=int(sys.argv[1]))
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_IGN)  # Ctrl-C is for the one who asked
    confine.become_subreaper()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        worker = Worker(channel, sys.argv[2])
    except Exception as error:  # noqa: BLE001 - told to the one who asked
        body = json.dumps({"failed": f"{type(error).__name__}: {error}"}).encode()
        channel.sendall(struct.pack("!Q", len(body)) + body)
        return
    worker._send({"ready": True})
    worker.serve()


main()
