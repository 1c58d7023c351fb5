"""What version control knows of the code under a record."""

import pathlib
import subprocess


class History:
    """Of a checkout; of sources without one, such as an unpacked archive, it knows nothing."""

    def __init__(self, root):
        self.root = root
        top = self.git("rev-parse", "--show-toplevel")
        # An archive that was unpacked within somebody else's checkout is none of that checkout.
        self.known = top is not None and pathlib.Path(top).resolve() == root.resolve()

    def git(self, *words):
        try:
            run = subprocess.run(["git", "-C", str(self.root), *words], capture_output=True, text=True)
        except OSError:
            return None
        return run.stdout.strip() if run.returncode == 0 else None

    def code_commit(self, folders):
        """The last commit that changed any of these folders: the code is that of HEAD, and the name outlives commits that
        change only words."""
        return self.git("log", "-1", "--format=%h", "--abbrev=8", "--", *folders) if self.known else None

    def edited(self, folders):
        """Files of these folders that are not as they were committed."""
        if not self.known:
            return []
        return [line[3:] for line in (self.git("status", "--porcelain", "--", *folders) or "").splitlines()]

    def changed(self, commit, folders):
        """The folders of code that differ from that commit's; None where the history does not tell."""
        if not self.known or commit is None:
            return None
        names = self.git("diff", "--name-only", commit, "--", *folders)
        return None if names is None else sorted({folder_of(name) for name in names.splitlines()})


def folder_of(name):
    """The layer of a file of the library; of others the first two folders."""
    parts = name.split("/")
    return "/".join(parts[:-1][:3 if parts[0] == "lib" else 2])


def in_words(folders):
    """Some of them by name: a mark in a page is a hint, and not a list of everything."""
    names = [f"`{folder}`" for folder in folders[:3]]
    return ", ".join(names) + (f" and {len(folders) - 3} more" if len(folders) > 3 else "")
