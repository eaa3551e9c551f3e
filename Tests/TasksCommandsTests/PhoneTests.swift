import Foundation
import TestSupport
import Testing

/// `phone`, on a store with an upstream.
@Suite struct PhoneTests {
  private func world() throws -> World {
    let world = try World.withSampleStore()
    try world.git("init", "-q", "--bare", "hub.git")
    try world.git("remote", "add", "origin", "../hub.git", in: "store")
    return world
  }

  @Test func onAndOff() throws {
    let world = try world()
    try expect(
      #"""
      $ tasks phone status
      there is no branch for phones; make one with: tasks phone enable
      $ tasks phone enable
      tasks sync keeps the branch phone of origin
      clone it on the phone: git clone --single-branch -b phone ../hub.git
      last written Fri 2026-11-20 09:15
      $ tasks config phone.enabled; tasks sync; git -C ../hub.git branch
      true
      up to date with origin
      * main
        phone
      $ cd ..; git clone -q --single-branch -b phone hub.git phone; cd phone; ls -A . inbox; cat inbox.org .orgzlyignore .gitattributes
      .:
      .git
      .gitattributes
      .orgzlyignore
      agenda.ics
      agenda.org
      inbox
      inbox.org
      index.html

      inbox:
      .gitkeep
      #+TITLE: Inbox
      inbox/**
      inbox.org merge=union
      agenda.org merge=union
      $ cd ../phone; git log --format=%B | grep -v Tasks-Phone
      phone: 2026-11-20

      Tasks-Device: laptop
      Tasks-Operation: phone

      $ cd ../phone; echo '* Ask Ann :phone:' >> inbox.org; sed -i 's/TODO .#A. Call/WAIT [#A] Call/' agenda.org; git commit -qam x; git push -q
      $ git fetch -q origin phone:refs/tasks/phone/phone; tasks phone status
      tasks sync keeps the branch phone of origin
      clone it on the phone: git clone --single-branch -b phone ../hub.git
      last written Fri 2026-11-20 09:15
      waits there: Ask Ann
      waits there: 1 change of a state
      $ tasks phone status --json
      {"schema":1,"kind":"phone","phone":{"enabled":true,"remote":"origin","branch":"phone","url":"../hub.git","clone":"git clone --single-branch -b phone ../hub.git","there":true,"kept":"2026-11-20T09:15","waiting":["Ask Ann"],"changes":1}}
      $ tasks sync; git log -1 --format=%B; tasks list +phone --format "{state} {title}"
      synchronized with origin: 0 received, 1 sent
      phone: take 2 tasks

      - Ask Ann
      - Call Bob about the invoice

      Tasks-Device: laptop
      Tasks-Operation: phone

      WAIT Call Bob about the invoice
      TODO Ask Ann
      ! tasks: took 1 task from the phone into the list inbox
      ! tasks: the phone has changed 1 task
      $ cd ../phone; git pull -q; echo '* One more' >> inbox.org; git commit -qam x; git push -q
      $ tasks phone disable; git -C ../hub.git branch; tasks list list:inbox --format "{title}"
      origin has no branch phone any more
      * main
      Ask Ann
      One more
      ! tasks: took 1 task from the phone into the list inbox
      $ tasks phone disable; tasks sync; git for-each-ref refs/tasks/phone
      up to date with origin
      ! tasks: nothing to change
      $ tasks phone off
      ! tasks: 'off' is nothing that phone does; write enable, disable or status
      [2]
      """#, in: world)
  }

  @Test func whatIsRefused() throws {
    let world = try World.withSampleStore()
    try expect(
      #"""
      $ tasks phone enable; tasks config phone.enabled
      ! tasks: there is no remote to synchronize with; add one with: tasks git remote add origin URL
      ! tasks: the setting phone.enabled is not set
      [1]
      $ git init -q --bare ../hub.git; git remote add origin ../hub.git; git push -q origin HEAD:refs/heads/phone; tasks phone enable
      ! tasks: origin has a branch phone that is not for the phones of this store; rename it there first
      [2]
      $ tasks phone disable; git -C ../hub.git branch | tail -n 1
        phone
      ! tasks: nothing to change
      $ git push -q origin :phone; git remote set-url origin https://me:token@localhost:1/x.git; tasks phone enable >/dev/null 2>&1; echo $?; tasks phone status --json | grep -o '"url":"[^"]*"'; tasks config phone.enabled
      6
      "url":"https://localhost:1/x.git"
      ! tasks: the setting phone.enabled is not set
      [1]
      $ for url in https://secret@host/x.git "file:///a b/x.git" ssh://git:secret@host/x.git; do git remote set-url origin "$url"; tasks phone status --json | grep -o '"url":"[^"]*"'; done
      "url":"https://host/x.git"
      "url":"file:///a b/x.git"
      "url":"ssh://git@host/x.git"
      $ tasks config phone.enabled maybe
      ! tasks: 'maybe' is not a valid value of phone.enabled: it is not true or false
      [2]
      """#, in: world)
  }
}
