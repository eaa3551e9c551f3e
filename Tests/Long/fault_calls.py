"""Where faults are put in, and in which turn."""

import collections
import re

FAULTS = {
    "openat": "EACCES EIO EMFILE ENOSPC EINTR", "read pread64": "EIO EINTR", "getdents64": "EIO",
    "write pwrite64 writev": "ENOSPC EIO EINTR", "fsync fdatasync syncfs": "EIO ENOSPC EINTR", "sync_file_range": "EIO",
    "rename renameat renameat2 link linkat symlink mkdir mkdirat unlink unlinkat": "EACCES EIO ENOSPC",
    "newfstatat statx access readlink": "EACCES EIO", "mmap": "EACCES ENOMEM", "ftruncate fallocate": "ENOSPC EINTR",
    "flock": "EINTR EIO", "fchmod utimensat": "EACCES EIO", "pipe2": "EMFILE", "clone3 vfork": "EAGAIN",
}
ERRORS = {call: errors.split() for calls, errors in FAULTS.items() for call in calls.split()}
REASONS = re.compile(
    "No space left|Input/output error|Permission denied|Too many open files|Interrupted system call|Bad file desc"
    "|temporarily unavailable|Cannot allocate|File too large|settings cannot be read", re.I)
TRAPS = re.compile(r"Fatal error|Swift/|[Bb]acktrace|Crash|core dumped|unexpectedly found|\$s[0-9A-Z]\w{8}")


def places(trace, is_ours):
    """The calls of a trace that get a fault, as (call, number); strace counts those of each thread."""
    number, found = collections.Counter(), set()
    for line in trace.splitlines():
        if match := re.match(r"(\d+)\s+(\w+)\((.*)", line):
            process, call, rest = match.groups()
            number[process, call] += 1
            if "MAP_ANONYMOUS" not in rest and is_ours(call, rest):
                found.add((call, number[process, call]))
    return sorted(found)


def in_turn(random, plan):
    """A plan by its kinds in turn, so that the few writes come before the many looks."""
    random.shuffle(plan)
    seen, turns = collections.Counter(), []
    for fault in plan:
        seen[fault[:2]] += 1
        turns.append(seen[fault[:2]])
    return [plan[index] for index in sorted(range(len(plan)), key=turns.__getitem__)]
