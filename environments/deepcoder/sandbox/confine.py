"""What a child gives up before it runs a stranger's program: Landlock, seccomp, capabilities, limits.

Part of the worker: imported there by path, so it uses the standard library alone.
"""

import ctypes
import os
import platform
import resource
import struct
import sys
import sysconfig

_LIBC = ctypes.CDLL(None, use_errno=True)

_PR_SET_PDEATHSIG = 1
_PR_SET_SECCOMP = 22
_PR_SET_CHILD_SUBREAPER = 36
_PR_SET_NO_NEW_PRIVS = 38
_SECCOMP_MODE_FILTER = 2
_SIGKILL = 9

# Landlock has the same numbers on every architecture.
_LANDLOCK_CREATE, _LANDLOCK_ADD_RULE, _LANDLOCK_RESTRICT = 444, 445, 446
_READ_FILE, _READ_DIR = 1 << 2, 1 << 3
#: Rights that exist, by ABI version: files, TCP, scopes.
_FS_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
_NET_RIGHTS, _SCOPES = 0b11, 0b11

_EPERM, _ENOSYS = 1, 38
_ALLOW, _ERRNO = 0x7FFF0000, 0x00050000
_CLONE_THREAD = 0x00010000

#: Refused system calls by name, with their numbers on x86_64 and aarch64 (None: not there).
_REFUSED = {
    "socket": (41, 198), "connect": (42, 203), "accept": (43, 202), "sendto": (44, 206), "bind": (49, 200),
    "listen": (50, 201), "socketpair": (53, 199), "accept4": (288, 242), "sendmsg": (46, 211),
    "sendmmsg": (307, 269), "recvmmsg": (299, 243),
    "fork": (57, None), "vfork": (58, None), "execve": (59, 221), "execveat": (322, 281),
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271),
    "kcmp": (312, 272), "pidfd_open": (434, 434), "pidfd_getfd": (438, 438), "pidfd_send_signal": (424, 424),
    "process_madvise": (440, 440), "kill": (62, 129), "tkill": (200, 130),
    "rt_sigqueueinfo": (129, 138), "rt_tgsigqueueinfo": (297, 240),
    "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51),
    "move_mount": (429, 429), "open_tree": (428, 428), "fsopen": (430, 430), "fsmount": (432, 432),
    "fsconfig": (431, 431), "mount_setattr": (442, 442),
    "unshare": (272, 97), "setns": (308, 268), "bpf": (321, 280), "perf_event_open": (298, 241),
    "userfaultfd": (323, 282), "io_uring_setup": (425, 425), "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427), "io_setup": (206, 0), "io_submit": (209, 2),
    "keyctl": (250, 219), "add_key": (248, 217), "request_key": (249, 218),
    "init_module": (175, 105), "finit_module": (313, 273), "delete_module": (176, 106),
    "kexec_load": (246, 104), "kexec_file_load": (320, 294), "reboot": (169, 142), "swapon": (167, 224),
    "swapoff": (168, 225), "sethostname": (170, 161), "setdomainname": (171, 162), "acct": (163, 89),
    "quotactl": (179, 60), "syslog": (103, 116), "settimeofday": (164, 170), "clock_settime": (227, 112),
    "adjtimex": (159, 171), "clock_adjtime": (305, 266), "iopl": (172, None), "ioperm": (173, None),
    "modify_ldt": (154, None), "open_by_handle_at": (304, 265), "name_to_handle_at": (303, 264),
    "fanotify_init": (300, 262), "inotify_init1": (294, 26), "inotify_init": (253, None),
    "lookup_dcookie": (212, 18), "vhangup": (153, 58), "nfsservctl": (180, 42), "personality": (135, 92),
    "setpgid": (109, 154), "setsid": (112, 157), "setpriority": (141, 140), "sched_setscheduler": (144, 119),
    "sched_setattr": (314, 274), "sched_setparam": (142, 118), "ioprio_set": (251, 30),
    "shmget": (29, 194), "shmat": (30, 196), "shmctl": (31, 195), "semget": (64, 190), "semop": (65, 193),
    "semctl": (66, 191), "msgget": (68, 186), "msgsnd": (69, 189), "msgrcv": (70, 188), "msgctl": (71, 187),
    "mq_open": (240, 180), "mq_unlink": (241, 181), "memfd_create": (319, 279), "memfd_secret": (447, 447),
    "mknod": (133, None), "mknodat": (259, 33), "setuid": (105, 146), "setgid": (106, 144),
    "setreuid": (113, 145), "setregid": (114, 143), "setresuid": (117, 147), "setresgid": (119, 149),
    "setgroups": (116, 159), "capset": (126, 91), "setrlimit": (160, 164), "mlock": (149, 228),
    "mlockall": (151, 230), "mlock2": (325, 284), "mbind": (237, 235), "migrate_pages": (256, 238),
    "chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53), "chown": (92, None), "fchown": (93, 55),
    "lchown": (94, None), "fchownat": (260, 54), "utimensat": (280, 88), "utime": (132, None),
    "utimes": (235, None), "futimesat": (261, None), "setxattr": (188, 5), "lsetxattr": (189, 6),
    "fsetxattr": (190, 7), "removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16),
    "flock": (73, 32),
}  # fmt: skip
#: System calls from here on were not known when the list above was made (Linux 6.5).
_FIRST_UNKNOWN = 452
#: clone, clone3, prlimit64, tgkill: refused in part.
_PARTLY = {"clone": (56, 220), "clone3": (435, 435), "prlimit64": (302, 261), "tgkill": (234, 131)}
_ARCHITECTURES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1), "arm64": (0xC00000B7, 1)}


class _FilterProgram(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_void_p)]


def landlock_abi():
    """The kernel's Landlock version; 0 where there is none."""
    if not sys.platform.startswith("linux"):
        return 0
    version = _LIBC.syscall(_LANDLOCK_CREATE, None, ctypes.c_size_t(0), 1)
    return max(0, version)


def readable_places():
    """Folders and files a Python program needs: the standard library, shared libraries, time zones."""
    paths = sysconfig.get_paths()
    places = [paths["stdlib"], paths["platstdlib"], sysconfig.get_config_var("DESTSHARED")]
    places += [os.path.dirname(os.__file__), "/lib", "/lib64", "/usr/lib", "/usr/lib64"]
    places += [os.path.join(os.path.realpath(sys.base_prefix), "lib")]
    places += ["/usr/share/zoneinfo", "/etc/ld.so.cache", "/etc/localtime", "/dev/null", "/dev/urandom"]
    found = []
    for place in places:
        if place and os.path.exists(place) and os.path.realpath(place) not in found:
            found.append(os.path.realpath(place))
    return found


def landlock_ruleset(abi):
    """A ruleset's file descriptor: nothing but reading `readable_places`. Made once, used by every child."""
    bits = _FS_RIGHTS[min(abi, max(_FS_RIGHTS))]
    handled = (1 << bits) - 1
    attributes = struct.pack("=Q", handled)
    if abi >= 4:
        attributes += struct.pack("=Q", _NET_RIGHTS)
    if abi >= 6:
        attributes += struct.pack("=Q", _SCOPES)
    ruleset = _LIBC.syscall(_LANDLOCK_CREATE, attributes, ctypes.c_size_t(len(attributes)), 0)
    if ruleset < 0:
        raise OSError(ctypes.get_errno(), "landlock_create_ruleset")
    for place in readable_places():
        opened = os.open(place, os.O_PATH | os.O_CLOEXEC)
        rights = _READ_FILE | _READ_DIR if os.path.isdir(place) else _READ_FILE
        rule = struct.pack("=Qi", rights, opened)
        if _LIBC.syscall(_LANDLOCK_ADD_RULE, ruleset, 1, rule, 0) < 0:
            raise OSError(ctypes.get_errno(), "landlock_add_rule")
        os.close(opened)
    return ruleset


def seccomp_filter():
    """The filter as bytes, or None where the architecture is not known."""
    known = _ARCHITECTURES.get(platform.machine())
    if known is None or not sys.platform.startswith("linux"):
        return None
    audit, column = known

    def statement(code, value):
        return struct.pack("=HBBI", code, 0, 0, value)

    def jump(code, value, when_true, when_false):
        return struct.pack("=HBBI", code, when_true, when_false, value)

    load, equal, greater, mask, give = 0x20, 0x15, 0x35, 0x45, 0x06
    refuse = statement(give, _ERRNO | _EPERM)
    made = [
        statement(load, 4),
        jump(equal, audit, 1, 0),
        statement(give, 0x80000000),  # another architecture's calls: the process is killed
        statement(load, 0),
        # What a newer kernel added may do by another number what is refused below; x32 calls on x86_64, which
        # have a high bit set, do. Libraries take this answer for an older kernel's.
        jump(greater, _FIRST_UNKNOWN, 0, 1),
        statement(give, _ERRNO | _ENOSYS),
    ]
    numbers = sorted({pair[column] for pair in _REFUSED.values() if pair[column] is not None})
    for number in numbers:
        made += [jump(equal, number, 0, 1), refuse]
    # New threads are fine, new processes are not: the flags are clone's first argument.
    made += [
        jump(equal, _PARTLY["clone"][column], 0, 4),
        statement(load, 16),
        jump(mask, _CLONE_THREAD, 1, 0),
        refuse,
        statement(give, _ALLOW),
        # clone3's flags lie in memory where a filter cannot look; without it libraries use clone.
        jump(equal, _PARTLY["clone3"][column], 0, 1),
        statement(give, _ERRNO | _ENOSYS),
        # Reading limits is fine; setting them, also another process's, is not: the third argument is null.
        jump(equal, _PARTLY["prlimit64"][column], 0, 7),
        statement(load, 32),
        jump(equal, 0, 0, 4),
        statement(load, 36),
        jump(equal, 0, 0, 2),
        statement(give, _ALLOW),
        statement(give, _ALLOW),
        refuse,
        # abort() sends itself a signal this way; any other process is refused.
        jump(equal, _PARTLY["tgkill"][column], 0, 3),
        statement(load, 16),
        jump(equal, _OWN, 1, 0),
        refuse,
        statement(give, _ALLOW),
    ]
    return made


#: Stands for the child's own process number until it is known.
_OWN = 0x7A7A7A7A


def install_seccomp(instructions):
    """Puts the filter on this process, for good."""
    own = struct.pack("=I", os.getpid())
    placeholder = struct.pack("=I", _OWN)
    code = b"".join(
        item[:4] + own if item[4:] == placeholder and item[:2] == b"\x15\x00" else item
        for item in instructions
    )
    buffer = ctypes.create_string_buffer(code, len(code))
    program = _FilterProgram(len(code) // 8, ctypes.cast(buffer, ctypes.c_void_p).value)
    if _LIBC.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.byref(program), 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "seccomp")


def drop_capabilities():
    """Even root keeps none: not over files, limits, other processes or the network."""
    header = struct.pack("=Ii", 0x20080522, 0)
    data = struct.pack("=6I", 0, 0, 0, 0, 0, 0)
    if _LIBC.capset(header, data) != 0:
        raise OSError(ctypes.get_errno(), "capset")


def limit_resources(cpu_s, memory_bytes, open_files, strict):
    """Hard limits of this process."""
    whole = int(cpu_s) + (cpu_s > int(cpu_s))
    wanted = [
        (resource.RLIMIT_CPU, whole, whole + 1),
        (resource.RLIMIT_CORE, 0, 0),
        (resource.RLIMIT_NOFILE, open_files, open_files),
        (resource.RLIMIT_FSIZE, 0, 0),
    ]
    if sys.platform.startswith("linux"):
        wanted.append((resource.RLIMIT_AS, memory_bytes, memory_bytes))
        wanted.append((resource.RLIMIT_MEMLOCK, 0, 0))
        wanted.append((resource.RLIMIT_MSGQUEUE, 0, 0))
        if not strict and os.getuid() != 0:
            # Counts all processes of the user, so it can only stop a fork bomb, not every fork.
            wanted.append((resource.RLIMIT_NPROC, 256, 256))
    for kind, soft, hard in wanted:
        _, known = resource.getrlimit(kind)
        if known != resource.RLIM_INFINITY:
            soft, hard = min(soft, known), min(hard, known)
        try:
            resource.setrlimit(kind, (soft, hard))
        except (ValueError, OSError):
            if strict:
                raise


def die_with_parent(parent):
    """The kernel kills this process when its parent ends."""
    if sys.platform.startswith("linux"):
        _LIBC.prctl(_PR_SET_PDEATHSIG, _SIGKILL, 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)


def become_subreaper():
    """Orphans of this process's children become its own, so that it can end them."""
    if sys.platform.startswith("linux"):
        _LIBC.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def confine(ruleset, instructions):
    """Everything that cannot be undone: no new privileges, no capabilities, Landlock, seccomp."""
    if not sys.platform.startswith("linux"):
        return
    if _LIBC.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "no_new_privs")
    drop_capabilities()
    if ruleset is not None and _LIBC.syscall(_LANDLOCK_RESTRICT, ruleset, 0) != 0:
        raise OSError(ctypes.get_errno(), "landlock_restrict_self")
    if instructions is not None:
        install_seccomp(instructions)
