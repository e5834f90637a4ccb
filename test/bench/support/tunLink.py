"""A link between two networks of this machine that delays, loses and narrows packets, as root.

tunLink.py NAME NUMBER makes the network namespace NAME, with 10.78.NUMBER.2 in it and 10.78.NUMBER.1 outside. Each line on
the standard input says what the link is like from then on: milliseconds of delay each way, the share of packets that are
lost, and bits a second towards the namespace, 0 for no bound. The link ends with its standard input.
"""

import ctypes
import fcntl
import heapq
import os
import random
import select
import struct
import subprocess
import sys
import time

TUNSETIFF = 0x400454CA
TUN_WITHOUT_HEADER = 0x1001
CLONE_NEWNET = 0x40000000
QUEUE_S = 0.4

name, number = sys.argv[1], sys.argv[2]


def command(*words):
    subprocess.check_call(words)


def tun(interface, address):
    fd = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(fd, TUNSETIFF, struct.pack("16sH", interface.encode(), TUN_WITHOUT_HEADER))
    command("ip", "addr", "add", f"{address}/24", "dev", interface)
    command("ip", "link", "set", interface, "up", "mtu", "1400")
    return fd


def carry(near, far):
    delay, loss, rate = 0.0, 0.0, 0.0
    waiting, sent, free = [], 0, 0.0
    random.seed(7)
    poll = select.poll()
    for fd in (0, near, far):
        poll.register(fd, select.POLLIN)
    while True:
        wait = max(0, (waiting[0][0] - time.monotonic()) * 1000) if waiting else None
        for fd, _ in poll.poll(wait):
            if fd == 0:
                line = sys.stdin.readline()
                if line == "":
                    return
                delay_ms, loss, rate = (float(word) for word in line.split())
                delay, free = delay_ms / 1000, 0.0
                print("changed", flush=True)
                continue
            for _ in range(64):
                try:
                    packet = os.read(fd, 2000)
                except BlockingIOError:
                    break
                now = time.monotonic()
                if random.random() < loss:
                    continue
                leaves = now
                if rate > 0 and fd == near:
                    if free - now > QUEUE_S:
                        continue
                    free = max(now, free) + len(packet) * 8 / rate
                    leaves = free
                sent += 1
                heapq.heappush(waiting, (leaves + delay, sent, far if fd == near else near, packet))
        now = time.monotonic()
        while waiting and waiting[0][0] <= now:
            _, _, out, packet = heapq.heappop(waiting)
            try:
                os.write(out, packet)
            except OSError:
                pass


command("ip", "netns", "add", name)
try:
    near = tun(f"{name}a", f"10.78.{number}.1")
    home = os.open("/proc/self/ns/net", os.O_RDONLY)
    away = os.open(f"/var/run/netns/{name}", os.O_RDONLY)
    libc = ctypes.CDLL(None)
    if libc.setns(away, CLONE_NEWNET) != 0:
        raise OSError("the namespace cannot be entered")
    command("ip", "link", "set", "lo", "up")
    far = tun(f"{name}b", f"10.78.{number}.2")
    libc.setns(home, CLONE_NEWNET)
    print("up", flush=True)
    carry(near, far)
finally:
    subprocess.call(("ip", "netns", "del", name))
