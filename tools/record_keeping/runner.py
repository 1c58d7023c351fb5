"""Runs what the pages say, with the programs of one build."""

import os
import re
import shlex
import subprocess


class Missing(Exception):
    """This build has not what a record needs, such as another engine; the text says what."""


class Failed(Exception):
    """A command that should have run did not."""


class Runner:
    def __init__(self, root, build, work, history, jobs=1, progress=False):
        self.root, self.build, self.work, self.history, self.jobs, self.progress = root, build, work, history, jobs, progress

    def version(self, record):
        """Names the code that a campaign is run on, so that it does not go on with what other code did."""
        return self.history.code_commit(record.folders()) or "unknown"

    def program(self, word):
        """A command's first word, as the pages write it, as the program to run."""
        if word.startswith("tools/") and (self.root / word).is_file():
            return str(self.root / word)
        path = self.build / ("tools" if word.startswith("bankshot") else "") / word
        if not path.is_file():
            raise Missing(f"{word} is not built in {self.build}")
        return str(path)

    def run(self, command, *more):
        """(exit code, what was printed)."""
        words = shlex.split(command) + list(more)
        given = {}
        while re.match(r"[A-Z_]+=", words[0]):
            name, _, given[name] = words.pop(0).partition("=")
        words[0] = self.program(words[0])
        done = subprocess.run(words, cwd=self.root, env={**os.environ, **given}, stdin=subprocess.DEVNULL, text=True,
                              stdout=subprocess.PIPE, stderr=None if self.progress else subprocess.PIPE)
        errors = (done.stderr or "").strip()
        if "built without" in errors:
            raise Missing(errors)
        if done.returncode not in (0, 1):
            raise Failed(f"{command} ended with exit code {done.returncode}: {errors or 'see above'}")
        return done.returncode, done.stdout
