"""Ten agents in ten work trees of one repository, or in ten clones of a bare one, work at once without a plan."""

import json
import random
import re
import sys
import threading
import time

from world import SEED, Failure, World, main

AGENTS = 10
ID = re.compile(r"^(?::ID:|id:)\s*(\S+)", re.M)


class Agent:
    """One that adds, claims, finishes, notes and undoes, and takes over what the others did in every way git has."""

    def __init__(self, world, number, place, is_clone):
        self.world, self.number, self.place, self.is_clone = world, number, place, is_clone
        self.random, self.count, self.failure = random.Random(f"{SEED} {place}"), 0, None
        self.written, self.replaced, self.claimed, self.given = set(), set(), [], set()
        self.kills = self.done = 0

    def word(self):
        self.count += 1
        return f"w{self.number}x{self.count}w"

    def work(self, steps, deadline):
        try:
            while self.done < steps and time.time() < deadline:
                self.watched(self.step)
                self.done += 1
        except Exception as failure:  # told by the run
            self.failure = failure

    def watched(self, step):
        """Notes what comes into the files of this place and goes from them: nobody else changes them."""
        before = self.world.words(self.place)
        step()
        after = self.world.words(self.place)
        self.written |= after
        self.replaced |= before - after

    def tasks(self, *words, may_fail=True):
        # Each twentieth is killed on its way.
        kill = self.random.uniform(0.002, 0.08) if self.random.random() < 0.05 else None
        status, output = self.world.tasks(*words, at=self.place, kill=kill, may_fail=may_fail)
        if status == -9:
            self.kills += 1
        elif status not in (0, 1, 2, 3, 4, 5):
            raise Failure(f"{words} at {self.place} exits with {status}: {output}")
        return status, output

    def assigned(self):
        texts = [path.read_text(errors="replace") for path in self.world.files(self.place)]
        return {ID.search(text).group(1) for text in texts if "assignee" in text.lower()}

    def some(self):
        """An open task, by its id."""
        status, output = self.world.tasks("list", "--json", at=self.place, may_fail=True)
        tasks = json.loads(output)["tasks"] if status == 0 else []
        return self.random.choice(tasks)["id"] if tasks else None

    def step(self):
        roll, task = self.random.randrange(100), self.some()
        if roll < 25 or not task:
            self.tasks("add", self.word(), "list:" + self.random.choice(["work", "home"]))
        elif roll < 40:
            self.tasks("note", task, self.word())
        elif roll < 50:
            self.tasks("modify", task, "title:" + self.word(), "+" + self.word())
        elif roll < 58:
            status, output = self.tasks("ready", "--claim", "--json")
            if status == 0 and (found := json.loads(output)["tasks"]):
                self.claimed.append(found[0]["id"])
        elif roll < 66:
            self.tasks("done", task, "/", self.word())
        elif roll < 71:
            self.tasks("modify", task, f"blocked:{self.some()}")
        elif roll < 76:
            self.tasks("modify", task, f"due:2026-12-{self.random.randrange(10, 29)}", "pri:" + self.random.choice("ABC"))
        elif roll < 80:
            # Who undoes a claim, of whomever, gives the task back.
            before = self.assigned()
            self.tasks("undo")
            self.given |= before - self.assigned()
        elif roll < 83:
            path = self.random.choice(self.world.files(self.place))
            with open(path, "a") as file:
                file.write(self.word() + "\n")
        else:
            self.carry()
            self.world.expect_no_marker(self.place)

    def carry(self):
        """Takes over what the others did; what is not committed is, or is put aside meanwhile."""
        git = lambda *words: self.world.git(*words, at=self.place, may_fail=True)
        roll = self.random.randrange(5)
        if roll == 0 and self.is_clone:
            self.tasks("sync")
            return
        is_stashed = roll == 1 and "Saved" in git("stash", "push", "--quiet", "--include-untracked") or roll == 1
        if not is_stashed:
            git("add", "-A")
            git("commit", "-qm", "by hand")
        if self.is_clone:
            git("pull", "--quiet", *(["--rebase"] if roll == 2 else ["--no-rebase", "--no-edit"]))
            git("push", "--quiet")
        else:
            # Not a rebase: others have these commits already.
            git("merge", "--quiet", "--no-edit", f"agent{self.random.randrange(AGENTS)}")
        if is_stashed:
            git("stash", "pop", "--quiet")


def settle(world, agents, is_clone):
    """All end alike."""
    if is_clone:
        for _ in range(2):
            for agent in agents:
                world.tasks("sync", at=agent.place)
        return
    for agent in agents:
        world.git("add", "-A", at=agent.place)
        world.git("commit", "-qm", "by hand", at=agent.place, may_fail=True)
    for agent in agents:
        world.git("merge", "--quiet", "--no-edit", agent.place, at="store")
    for agent in agents:
        world.git("merge", "--quiet", "--no-edit", "main", at=agent.place)


def run(world, _, deadline, is_clone, steps):
    world.tasks("init", "store")
    world.tasks("add", "w99x0w", at="store")
    places = [f"agent{number}" for number in range(AGENTS)]
    if is_clone:
        world.git("clone", "--quiet", "--bare", "store", "hub.git")
    for place in places:
        if is_clone:
            world.tasks("clone", str(world.home / "hub.git"), place)
        else:
            world.git("worktree", "add", "--quiet", f"../{place}", at="store")
    agents = [Agent(world, number, place, is_clone) for number, place in enumerate(places)]
    threads = [threading.Thread(target=agent.work, args=(steps // AGENTS, deadline)) for agent in agents]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for agent in agents:
        if agent.failure:
            raise Failure(f"{agent.place}: {agent.failure!r}")
    for agent in agents:
        agent.watched(lambda: None)
    settle(world, agents, is_clone)
    stores = places if is_clone else places + ["store"]
    for store in stores:
        world.expect_sound(store)
    if len({world.tree(store) for store in stores}) > 1:
        raise Failure("the stores do not end alike")
    lost = set().union(*(agent.written - agent.replaced for agent in agents)) - world.words(places[0])
    lost -= set().union(*(agent.replaced for agent in agents))
    if lost:
        raise Failure(f"lost: {sorted(lost)}")
    if not is_clone:
        given = set().union(*(agent.given for agent in agents))
        claims = [id for agent in agents for id in agent.claimed if id not in given]
        if twice := {id for id in claims if claims.count(id) > 1}:
            raise Failure(f"claimed by two: {twice}")
    return f"{sum(agent.done for agent in agents)} steps, {sum(agent.kills for agent in agents)} killed, {len(world.files(places[0]))} tasks"


if __name__ == "__main__":
    kind = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    main(f"agents-{kind}", lambda world, numbers, deadline: run(world, numbers, deadline, kind == "clones", count))
