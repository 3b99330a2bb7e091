#!/usr/bin/env python3
"""The one entry: makes the program's own environment on first use, then hands over to ``game.cli``.

    python3 run.py                 play
    python3 run.py test            run the tests
    python3 run.py --help          everything else

The environment is ``.venv`` beside this file. It is filled from lock files with hashes; a stamp with the locks'
digests is written last, so that an interrupted installation is taken up again and a finished one costs nothing.
Only the standard library is used, and only syntax that an old Python can still parse: it must be able to say what
it lacks.
"""

from __future__ import print_function

import sys

OLDEST = (3, 11)

if sys.version_info < OLDEST:
    sys.stderr.write(
        "Tabula Belli needs Python %d.%d or newer, and this is %d.%d (%s).\n"
        "Install a newer one from python.org or your system's packages, then: python3.%d run.py\n"
        % (OLDEST + tuple(sys.version_info[:2]) + (sys.executable, OLDEST[1]))
    )
    sys.exit(2)

import contextlib
import errno
import hashlib
import json
import os
import re
import shutil
import subprocess

ROOT = os.path.dirname(os.path.abspath(__file__))
PLAY_LOCK = "requirements.lock"
FULL_LOCK = "requirements-dev.lock"  # everything in PLAY_LOCK, at the same versions, and the tools
NEED_TOOLS = ("test", "check", "texts")  # commands that want the tools of FULL_LOCK
STAMP = "tabula-belli.json"
TORN = "tabula-belli.installing"

# Run inside the environment after an interrupted installation: a package that is not whole is forgotten, so that the
# installer, which trusts its own notes, puts it there again.
MEND = r"""
import importlib.metadata, pathlib, shutil, sys
here = pathlib.Path(sys.argv[1])
for info in sorted(here.glob("*.dist-info")):
    dist = importlib.metadata.Distribution.at(info)
    try:
        whole = bool(dist.metadata["Name"]) and bool(dist.files)
        for file in dist.files or ():
            place = here / file
            if not place.is_file() or (file.size is not None and place.stat().st_size != file.size):
                whole = False
    except Exception:
        whole = False
    if not whole:
        print(info.name)
        shutil.rmtree(info)
"""


class Trouble(Exception):
    """What keeps the environment from being made, as one clear line for the person at the keyboard."""


class Environment(object):
    """The ``.venv`` of one checkout: what it should hold, what it holds, and how to get there."""

    def __init__(self, root):
        self.root = root
        self.home = os.path.join(root, ".venv")
        self.stamp = os.path.join(self.home, STAMP)
        self.torn = os.path.join(self.home, TORN)
        windows = os.name == "nt"
        self.python = os.path.join(self.home, "Scripts" if windows else "bin", "python.exe" if windows else "python")

    # -- what is there and what is wanted ---------------------------------------------------------------------------

    def wanted(self, lock):
        """Return the stamp of a finished environment: one digest for each thing that went into it."""
        return {
            "place": self.root,
            "python": os.path.realpath(self.python),
            "project": digest(os.path.join(self.root, "pyproject.toml")),
            lock: digest(os.path.join(self.root, lock)),
        }

    def stamped(self):
        """Return the stamp as it stands, empty if there is none or it cannot be read."""
        try:
            with open(self.stamp, encoding="utf-8") as file:
                found = json.load(file)
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def ready(self, lock):
        """Say whether the environment is complete for that lock: nothing is run, a few files are read."""
        if os.path.exists(self.torn) or not os.path.exists(self.python):
            return False
        found = self.stamped()
        return all(found.get(key) == value for key, value in self.wanted(lock).items())

    # -- making it --------------------------------------------------------------------------------------------------

    def prepare(self, lock):
        """Make the environment complete for a lock, from wherever an earlier attempt left off."""
        with self.alone():
            if self.ready(lock):  # another run.py was quicker
                return
            found = self.stamped()
            if lock == PLAY_LOCK and FULL_LOCK in found:
                lock = FULL_LOCK  # do not let the tools fall behind the rest
            moved = found and (found.get("place") != self.root or found.get("python") != os.path.realpath(self.python))
            stale = found.get(lock) != digest(os.path.join(self.root, lock))
            if moved or not self.works():
                self.create()
                stale = True
            elif not found or os.path.exists(self.torn):
                self.mend()
                stale = True
            self.write(self.torn, "")
            if stale:
                self.install(lock)
            self.install_project()
            stamp = self.wanted(lock)
            if lock == FULL_LOCK:
                stamp.update(self.wanted(PLAY_LOCK))
            self.write(self.stamp, json.dumps(stamp, indent=1, sort_keys=True))
            os.remove(self.torn)
            say("Ready.")

    def works(self):
        """Say whether the environment's Python starts and has its installer."""
        if not os.path.exists(self.python):
            return False
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        try:
            return subprocess.call([self.python, "-I", "-m", "pip", "--version"], **quiet) == 0
        except OSError:
            return False

    def create(self):
        """Make an empty environment, in place of a broken one if need be."""
        if os.path.realpath(sys.prefix) == os.path.realpath(self.home):
            raise Trouble("the environment must be made anew, and this Python is its own: start run.py with another")
        try:
            import ensurepip  # noqa: F401
            import venv  # noqa: F401
        except ImportError:
            raise Trouble(
                "this Python comes without venv or ensurepip, which make the program's environment. "
                "On Debian and Ubuntu: sudo apt install python3-venv"
            )
        say("Making the environment in %s" % self.home)
        if os.path.islink(self.home) or os.path.isfile(self.home):
            raise Trouble("%s is in the way: it is not a folder of this program's own" % self.home)
        if os.path.isdir(self.home):
            shutil.rmtree(self.home)
        os.mkdir(self.home)  # says at once if the disk cannot be written
        self.write(self.torn, "")
        command = [sys.executable, "-I", "-m", "venv", self.home]
        child = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        if child.returncode:
            raise Trouble(why_not(child.stdout.decode("utf-8", "replace").splitlines(), "venv could not make it"))

    def mend(self):
        """Forget the packages an interrupted installation left half written."""
        code = "import sysconfig; print(sysconfig.get_paths()['purelib'])"
        where = subprocess.check_output([self.python, "-I", "-c", code]).decode("utf-8").strip()
        found = subprocess.check_output([self.python, "-I", "-c", MEND, where]).decode("utf-8").split()
        say("Taking up an interrupted installation" + (", %d packages anew" % len(found) if found else ""))
        if any(name.startswith("pip-") for name in found):
            self.create()

    def install(self, lock):
        """Install everything a lock names, each file checked against its hash."""
        with open(os.path.join(self.root, lock), encoding="utf-8") as file:
            total = len(re.findall(r"^[\w.-]+==", file.read(), re.M))
        say("Fetching up to %d packages (%s)" % (total, lock))
        self.pip(
            ["--require-hashes", "--only-binary", ":all:", "--no-deps", "-r", os.path.join(self.root, lock)],
            Progress(total, sys.stdout),
        )

    def install_project(self):
        """Put the checkout itself on the environment's path, so that its entry points are found."""
        self.pip(["--no-build-isolation", "--no-deps", "--editable", self.root], None)

    def pip(self, arguments, progress):
        """Run the installer inside the environment; raise `Trouble` with the reason if it gives up."""
        command = [self.python, "-I", "-m", "pip", "install", "--no-input", "--disable-pip-version-check"]
        command += ["--progress-bar", "off", "--retries", "2", "--timeout", "30"] + arguments
        surroundings = dict(os.environ, PIP_USER="0", PYTHONUNBUFFERED="1", PIP_REQUIRE_VIRTUALENV="0")
        for name in ("PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_QUIET", "PYTHONHOME", "PYTHONPATH"):
            surroundings.pop(name, None)
        child = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=surroundings, cwd=self.root
        )
        lines = []
        try:
            for raw in child.stdout:
                line = raw.decode("utf-8", "replace").rstrip()
                lines.append(line)
                if progress:
                    progress.read(line)
        except KeyboardInterrupt:
            child.wait()  # it was told too; let it close its files
            raise
        finally:
            child.stdout.close()
            if progress:
                progress.end()
        if child.wait():
            raise Trouble(why_not(lines, "the installer gave up"))

    def write(self, path, text):
        """Write a small file whole or not at all."""
        part = path + ".part"
        with open(part, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)

    @contextlib.contextmanager
    def alone(self):
        """Keep a second run.py waiting while this one installs; the system lets go of the lock if we die."""
        with open(os.path.join(self.root, ".venv.lock"), "a+b") as file:
            if not hold(file, False):
                say("Another run.py is at the environment; waiting for it")
                hold(file, True)
            yield


class Progress(object):
    """Turns what the installer prints into a bar: how many of the packages it has come to, and which is next."""

    def __init__(self, total, out):
        self.total = total
        self.out = out
        self.done = 0
        self.live = out.isatty()

    def read(self, line):
        """Take one line of the installer's."""
        text = line.strip()
        begun = re.match(r"(?:Collecting|Requirement already satisfied:) ([\w.-]+)==([\w.]+)", text)
        begun = begun or re.match(r"Processing \S*?([\w.]+)-(\d[\w.]*)-\S+\.whl", text)
        size = re.match(r"Downloading \S+ \(([^)]+)\)", text)
        if begun:
            self.done += 1
            self.show("%s %s" % begun.groups())
        elif text.startswith("Ignoring "):
            self.total -= 1  # for another system than this one
        elif size and self.live:
            self.show("fetching " + size.group(1))
        elif text.startswith("Installing collected packages"):
            self.show("installing, a moment")

    def show(self, what):
        """Draw the bar, over the last one where the terminal allows it."""
        filled = 24 * min(self.done, self.total) // max(self.total, 1)
        line = "  [%s] %d/%d %s" % ("#" * filled + "." * (24 - filled), self.done, self.total, what)
        self.out.write("\r" + line.ljust(78)[:78] if self.live else line + "\n")
        self.out.flush()

    def end(self):
        """Leave the bar as it stands and go to the next line."""
        if self.live and self.done:
            self.out.write("\n")


def why_not(lines, otherwise):
    """Turn the last words of a failed installation into one sentence."""
    text = "\n".join(lines)
    if re.search(r"No space left on device|Errno 28", text):
        return "the disk is full; nothing is lost, the next start goes on from here"
    if re.search(r"Read-only file system|Permission denied|Errno 13|Errno 30", text):
        return "the folder cannot be written; copy the program to a place of your own and start it there"
    if re.search(r"do not match the hashes|THESE PACKAGES DO NOT MATCH", text):
        return "a downloaded package is not the one the lock file names (its hash differs); it was not installed"
    if re.search(r"name resolution|getaddrinfo|NewConnectionError|Max retries|Network is unreachable|timed out"
                 r"|ProxyError|ConnectionError|Connection (?:refused|reset|broken)|SSLError", text):  # fmt: skip
        return "no network, or the package registry does not answer; the next start goes on from here"
    missing = re.search(r"No matching distribution found for ([\w.-]+==[\w.]+)", text)
    if missing:
        return (
            "there is no ready-made package of %s for this Python (%d.%d on %s), or the registry cannot be reached; "
            "CPython 3.11 to 3.14 is known to work"
            % ((missing.group(1),) + tuple(sys.version_info[:2]) + (sys.platform,))
        )
    if re.search(r"ensurepip", text):
        return "ensurepip does not work in this Python. On Debian and Ubuntu: sudo apt install python3-venv"
    errors = [line for line in lines if re.match(r"\s*(ERROR|error)\b", line)] or [line for line in lines if line][-1:]
    return otherwise + (": " + errors[0].strip() if errors else "")


def hold(file, wait):
    """Lock an open file for this process; say whether it worked, or wait until it does."""
    if os.name == "nt":
        import msvcrt
        import time

        while True:
            try:
                file.seek(0)
                msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
                return True
            except OSError:
                if not wait:
                    return False
                time.sleep(0.5)
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        return True
    except OSError as error:
        # A file system without locks: go on alone.
        return error.errno not in (errno.EWOULDBLOCK, errno.EACCES)


def digest(path):
    """Return the SHA-256 of a file, whatever line ends a checkout gave it."""
    with open(path, "rb") as file:
        return hashlib.sha256(file.read().replace(b"\r\n", b"\n")).hexdigest()


def say(text):
    """Tell the person at the keyboard how it goes."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def hand_over(python, arguments):
    """Go on as ``game.cli`` in the environment's Python; return its exit code where a process cannot be replaced."""
    command = [python, "-P", "-m", "game.cli"] + arguments
    surroundings = dict(os.environ, TABULA_BELLI_PROGRAM="py run.py" if os.name == "nt" else "python3 run.py")
    surroundings.setdefault("PYTHONUTF8", "1")
    sys.stdout.flush()
    if os.name != "nt":
        os.execve(python, command, surroundings)
    child = subprocess.Popen(command, env=surroundings)
    while True:
        try:
            return child.wait()
        except KeyboardInterrupt:
            continue  # the program was told too and ends in its own way


def main(arguments, root=ROOT):
    """Make the environment if need be and hand over; return the exit code."""
    environment = Environment(root)
    lock = FULL_LOCK if arguments[:1] and arguments[0] in NEED_TOOLS else PLAY_LOCK
    try:
        if not environment.ready(lock):
            environment.prepare(lock)
    except Trouble as trouble:
        sys.stderr.write("Tabula Belli cannot start: %s.\n" % trouble)
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("\nStopped. The next start goes on from here.\n")
        return 130
    except OSError as error:
        sys.stderr.write("Tabula Belli cannot start: %s.\n" % why_not([str(error)], "the environment cannot be made"))
        return 2
    return hand_over(environment.python, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
