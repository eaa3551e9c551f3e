import Foundation
import TestSupport
import Testing

/// Encrypted notes from the shell.
@Suite struct EncryptionTests {
  /// A sample store whose world has keys.
  private func world(secret: [String] = ["alice"]) throws -> (World, KeyRing) {
    let world = try World.withSampleStore()
    return (world, try KeyRing(in: world, secret: secret))
  }

  @Test func notesAreEncryptedReadAndDecrypted() throws {
    let (world, keys) = try world()
    defer { keys.remove() }
    try expect(
      #"""
      $ tasks show 1bb --raw > ../before
      $ tasks encrypt 1bb --to alice
      encrypted 1bb  [A] Call Bob about the invoice  +phone @office +crypt  list:work  due Fri 2026-11-27 17:00
      ! tasks: the notes of 'Call Bob about the invoice' were not encrypted before, and the history of each clone still has the plain text; how to take it out: tasks help encryption
      $ git log -1 --format=%B | sed 's/→ [0-9A-F]*$/→ KEY/'
      encrypt: Call Bob about the invoice

      tags: +crypt
      notes: encrypted
      property CRYPTKEY: nothing → KEY

      Tasks-Device: laptop
      Tasks-Operation: encrypt

      $ tasks show 1bb | tail -1
         [encrypted]
      ! tasks: to read encrypted notes: tasks show 1bb --decrypt
      $ tasks show 1bb --decrypt | tail -3
       1 - [ ] find the number
       2 - [X] read the contract
       3 - [ ] call
      $ tasks encrypt 1bb
      ! tasks: nothing to change
      $ tasks decrypt 1bb
      decrypted 1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00
      $ tasks show 1bb --raw | grep -v CRYPTKEY | diff ../before -
      """#, in: world)
  }

  @Test func whatIsKnownOfAnImportForgetsWhatIsEncrypted() throws {
    let (world, keys) = try world()
    defer { keys.remove() }
    try expect(
      #"""
      $ tasks config crypt.recipients alice && tasks config crypt.recipients
      set crypt.recipients = alice
      alice
      $ printf '%s\n' '{"id":"safe","title":"Safe","notes":"The code is xyzzy."}' '{"id":"bank","title":"Bank","notes":"The PIN is plugh."}' > ../in.jsonl
      $ tasks import jsonl ../in.jsonl | head -1
      added ID  Safe
      $ tasks encrypt safe --to alice 2>&- | cut -c1-13; tasks encrypt bank --file --to alice 2>&- | cut -c1-9
      encrypted saf
      encrypted
      $ grep -rlE 'xyzzy|plugh' . --exclude-dir=.git
      [1]
      $ printf '%s\n' '{"id":"safe","title":"Safe and sound","notes":"The code is xyzzy!"}' '{"id":"bank","title":"Bank","notes":"The PIN is plugh."}' > ../in.jsonl
      $ tasks import jsonl ../in.jsonl
      changed ID  Safe and sound  +crypt
      0 added, 1 changed, 0 unchanged
      ! tasks: in.jsonl:2: it was purged or encrypted here and is left out; --restore makes it again
      $ tasks show safe --decrypt | tail -1
         The code is xyzzy.
      $ grep -rlE 'xyzzy|plugh' . --exclude-dir=.git
      [1]
      """#, in: world)
  }

  @Test func whatIsWrittenIntoThemIsEncrypted() throws {
    let (world, keys) = try world()
    defer { keys.remove() }
    try expect(
      #"""
      $ tasks config crypt.recipients 'bob@example.org, alice@example.org'
      set crypt.recipients = bob@example.org, alice@example.org
      $ tasks add Open the safe +crypt / The code is xyzzy.
      added ID  Open the safe  +crypt
      $ tasks modify 2cc +crypt && tasks note 2cc It was xyzzy.
      modified 2cc  Buy milk  +errand +crypt  list:home
      noted 2cc  Buy milk  +errand +crypt  list:home
      $ grep -rl xyzzy . ; git log -p | grep xyzzy ; tasks list xyzzy
      ! tasks: no open task matches
      $ tasks show 2cc --decrypt | tail -1
         It was xyzzy.
      $ tasks show 2cc --json | jq -c '.tasks[0] | [.notes, .encrypted, (.encrypted_notes | length > 200)]'
      [null,true,true]
      $ tasks show 2cc --json --decrypt | jq -c '.tasks[0] | [.notes, .encrypted]'
      ["It was xyzzy.",null]
      $ tasks note 2cc "- [ ] change it" && tasks check 2cc 1 && tasks show 2cc --decrypt | tail -3
      noted 2cc  Buy milk  +errand +crypt  list:home
      checked 2cc  Buy milk  +errand +crypt  list:home
         It was xyzzy.

       1 - [X] change it
      $ GNUPGHOME=/nowhere tasks note 2cc more 2>&1 | sed 's/: [0-9A-F ,]*$/: IDS/'
      tasks: the notes are encrypted to other keys than those here: IDS
      $ tasks share 2cc | grep -A1 encrypted; tasks share 2cc --decrypt | tail -1
         [encrypted]
       1 - [X] change it
      $ tasks export csv 2cc | grep -c xyzzy; tasks export csv 2cc --decrypt | grep -c xyzzy
      0
      1
      $ tasks export json 2cc > ../json && tasks import json ../json
      0 added, 0 changed, 1 unchanged
      $ tasks export json 2cc --decrypt > ../json && tasks import json ../json
      0 added, 0 changed, 1 unchanged
      $ tasks log --patches > ../patches && tasks rebuild --from ../patches ../copy | tail -1
      rebuilt 6 tasks from 10 patches at ~/copy
      $ tasks --store ../copy show 2cc --decrypt | tail -1
       1 - [X] change it
      $ tasks log 2cc | grep notes
                notes: changed, encrypted
                notes: changed, encrypted
                notes: encrypted
      """#, in: world)
  }

  /// The text is encrypted again for those who could read it; without a change nothing is written.
  @Test func theyAreEditedInAPrivateFile() throws {
    let (world, keys) = try world()
    defer { keys.remove() }
    try world.write(
      """
      #!/bin/sh
      cd "$(dirname "$1")" && stat -c "%a in $(basename "$(dirname "$PWD")")" .
      sed -i "$SCRIPT" "$1" && cp "$1" "$1~"

      """, to: "editor")
    world.environment["XDG_RUNTIME_DIR"] = world.path("run")
    world.environment["EDITOR"] = "sh " + world.path("editor")
    try expect(
      #"""
      $ mkdir ../run && tasks encrypt 1bb --to alice 2>/dev/null >&2 && tasks encrypt 1bb --to bob --to alice
      encrypted 1bb  [A] Call Bob about the invoice  +phone @office +crypt  list:work  due Fri 2026-11-27 17:00
      $ SCRIPT=s/find/learn/ tasks edit 1bb
      700 in run
      edited 1bb  [A] Call Bob about the invoice  +phone @office +crypt  list:work  due Fri 2026-11-27 17:00
      $ tasks show 1bb --decrypt | grep learn; ls ../run
       1 - [ ] learn the number
      $ tasks show 1bb --raw | gpg --batch --list-only --status-fd 1 -d 2>/dev/null | grep -c ENC_TO
      2
      $ git rev-parse HEAD > ../head; SCRIPT=s/x/x/ tasks edit 1bb; git rev-parse HEAD | diff ../head -
      700 in run
      ! tasks: nothing to change
      $ EDITOR=false tasks edit 1bb
      ! tasks: the editor exited with status 1; nothing was changed
      [1]
      $ tasks edit 1bb 2cc
      ! tasks: a task with encrypted notes is edited alone
      [2]
      $ SCRIPT='s/:crypt:/:/;s/learn/know/' tasks edit 1bb && tasks show 1bb --raw | grep -c know
      700 in run
      edited 1bb  [A] Call Bob about the invoice  +phone @office  list:work  due Fri 2026-11-27 17:00
      0
      [1]
      """#, in: world)
  }

  /// A whole file: no list has its task, and its id is still good for reading, editing and decrypting.
  @Test func wholeFilesAreEncrypted() throws {
    let (world, keys) = try world()
    defer { keys.remove() }
    try expect(
      #"""
      $ tasks show 1bb --raw > ../before && tasks config crypt.recipients alice
      set crypt.recipients = alice
      $ tasks encrypt 1bb --file
      encrypted 2026-11/1bbbbbbbbbbbbbbb.org.gpg
      ! tasks: the task was not encrypted before, and the history of each clone still has the plain text; how to take it out: tasks help encryption
      $ git status --porcelain && git show --format=%s --name-status
      encrypt

      A	2026-11/1bbbbbbbbbbbbbbb.org.gpg
      D	2026-11/call-bob-1bbbbbbbbbbbbbbb.org
      $ gpg --batch -q -d 2026-11/1bbbbbbbbbbbbbbb.org.gpg | diff ../before - ; grep -c invoice 2026-11/*.gpg
      0
      [1]
      $ tasks list Bob; tasks show 1bb
      ! tasks: no open task matches
      ! tasks: 2026-11/1bbbbbbbbbbbbbbb.org.gpg is encrypted; read it with: tasks show 1bb --decrypt
      [2]
      $ tasks done 1bb
      ! tasks: 2026-11/1bbbbbbbbbbbbbbb.org.gpg is encrypted as a whole: change it with tasks edit 1bb, or put the plain file back with tasks decrypt 1bb
      [2]
      $ tasks show 1bb --decrypt | head -1
      Call Bob about the invoice
      $ EDITOR='sed -i s/Bob/Ann/' tasks edit 1bb
      edited 2026-11/1bbbbbbbbbbbbbbb.org.gpg
      $ EDITOR=true tasks edit 1bb
      ! tasks: nothing to change
      $ tasks export json --decrypt Ann | jq -r '.tasks[].title'
      Call Ann about the invoice
      $ git log -1 --format=%B
      edit

      Tasks-Device: laptop
      Tasks-Operation: edit

      $ tasks decrypt 1bb && tasks show 1bb --raw | diff ../before - | grep -c '^[<>]'; git status --porcelain
      decrypted 1bb  [A] Call Ann about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00
      2
      """#, in: world)
  }

  /// Ids are shortened among the tasks that lists have: theirs come first.
  @Test func aTaskComesBeforeAnEncryptedFileOfItsLetters() throws {
    let (world, keys) = try world()
    defer { keys.remove() }
    try expect(
      #"""
      $ tasks encrypt 1bb --file --to alice 2>/dev/null >../out
      $ printf '* TODO Other\n:PROPERTIES:\n:ID: 1bbccccccccccccc\n:END:\n' > other.org && tasks show 1bb --decrypt | head -1
      Other
      $ EDITOR='sed -i s/Other/Another/' tasks edit 1bb
      edited 1bb  Another
      $ tasks decrypt 1bb
      ! tasks: nothing to change
      $ tasks show 1bbb --decrypt | head -1
      Call Bob about the invoice
      """#, in: world)
  }

  /// What comes from elsewhere holds no command up if it cannot be encrypted, and is told of.
  @Test func whatIsTakenInIsEncryptedIfItCanBe() throws {
    let (world, keys) = try world()
    defer { keys.remove() }
    world.environment["XDG_RUNTIME_DIR"] = world.path("run")
    try expect(
      #"""
      $ mkdir ../run && printf '* TODO From the phone :crypt:\nxyzzy words\n' > inbox.org && tasks add Other
      added ID  Other
      ! tasks: the notes of 'From the phone' have the tag crypt and are not encrypted: a passphrase is needed, and there is no terminal to ask for it; run this on one, set crypt.passphrase-command in ~/.config/tasks/config, or encrypt to a key (tasks help encryption)
      ! tasks: took 1 task from inbox.org into the list inbox
      $ tasks config crypt.recipients alice && tasks delete list:inbox --yes > ../out && tasks purge list:inbox --yes > ../out
      set crypt.recipients = alice
      ! tasks: the notes of 'From the phone' were not encrypted before, and the history of each clone still has the plain text; how to take it out: tasks help encryption
      $ printf '* TODO From the phone :crypt:\nxyzzy words\n' > inbox.org && tasks inbox | head -1
      ! tasks: no open task matches
      ! tasks: 1 entry waits in inbox.org for the next command that changes something
      $ printf '* TODO By hand :crypt:\n:PROPERTIES:\n:ID: hand\n:END:\nxyzzy words\n' > hand.org && tasks done 2cc
      done 2cc  DONE Buy milk  +errand  list:home  closed 2026-11-20
      ! tasks: the notes of 'By hand' have the tag crypt and are not encrypted; do it with: tasks encrypt hand
      ! tasks: took 1 task from inbox.org into the list inbox
      $ EDITOR='sh -c "dirname \$1 | xargs dirname | xargs basename; echo xyzzy >> \$1" sh' tasks add Drafted +crypt --edit
      run
      added ID  Drafted  +crypt
      $ tasks list xyzzy --format '{title} {notes}'; tasks list BEGIN; ls ../run
      By hand xyzzy words
      ! tasks: no open task matches
      $ tasks blame Drafted 2>/dev/null | grep -c MESSAGE; tasks list Drafted --format '{notes}'
      0
      [encrypted]
      """#, in: world)
  }

  /// What an editor has decrypted and saved is encrypted again before it is committed; what stands beside a message is
  /// encrypted with it, and no hook can replace what it cannot read.
  @Test func whatOthersMakeOfThemIsEncryptedAgain() throws {
    let (world, keys) = try world()
    defer { keys.remove() }
    try world.write(
      "#!/bin/sh\njq -c '.new.notes = \"lost\" | .new'\n", to: "config/tasks/hooks/on-modify")
    try expect(
      #"""
      $ tasks encrypt 1bb --to alice 2>&1 >../out | tail -c 12
       encryption
      $ tasks show 1bb --decrypt --raw | sed s/contract/terms/ > ../plain && cp ../plain 2026-11/call-bob-1bbbbbbbbbbbbbbb.org && tasks done 2cc
      done 2cc  DONE Buy milk  +errand  list:home  closed 2026-11-20
      $ git log -1 --format=%B HEAD~1 | head -1; grep -c number 2026-11/call-bob*; tasks show 1bb --decrypt --raw | diff ../plain -
      edited by hand: Call Bob about the invoice
      0
      $ echo 'Below it.' >> 2026-11/call-bob-1bbbbbbbbbbbbbbb.org && tasks done 3dd >../out && grep -c Below 2026-11/call-bob*
      0
      [1]
      $ tasks show 1bb --decrypt | tail -1
         Below it.
      $ chmod +x ../config/tasks/hooks/on-modify && tasks modify 1bb pri:C
      ! tasks: what the hook on-modify printed cannot be used: the encrypted notes of a task cannot change; nothing was changed
      [1]
      """#, in: world)
  }

  @Test func failuresAreToldApartAndChangeNothing() throws {
    let (world, keys) = try world(secret: ["alice", "carol"])
    defer { keys.remove() }
    try world.write("[crypt]\n\tpassphrase-command = echo \"$PASS\"\n", to: "config/tasks/config")
    try expect(
      #"""
      $ tasks encrypt 1bb --to nobody
      ! tasks: gpg knows no key 'nobody'; import it with gpg --import, or see which there are: gpg --list-keys
      [2]
      $ tasks encrypt 1bb --to old
      ! tasks: nothing can be encrypted to the key 'old': it has expired
      [2]
      $ tasks encrypt 1bb --to example.org 2>&1 | cut -d: -f2
       'example.org' selects 3 keys; name one by its fingerprint
      $ PASS= tasks encrypt 1bb
      ! tasks: crypt.passphrase-command of your settings printed no passphrase
      [1]
      $ T=$(command -v tasks) && PATH=/nowhere $T encrypt 1bb --to alice
      ! tasks: gpg is needed for encrypted notes, and is not installed
      [1]
      $ git status --porcelain && git log --format=%s -1
      the sample
      $ PASS=one tasks encrypt 1bb 2>/dev/null && PASS=two tasks decrypt 1bb
      encrypted 1bb  [A] Call Bob about the invoice  +phone @office +crypt  list:work  due Fri 2026-11-27 17:00
      ! tasks: the passphrase is wrong
      [1]
      $ rm $HOME/config/tasks/config && tasks decrypt 1bb
      ! tasks: a passphrase is needed, and there is no terminal to ask for it; run this on one, set crypt.passphrase-command in ~/.config/tasks/config, or encrypt to a key (tasks help encryption)
      [1]
      $ tasks encrypt 2cc --to bob 2>/dev/null && tasks note 2cc x && tasks decrypt 2cc 2>&1 | sed 's/: [0-9A-F]*$/: ID/'
      encrypted 2cc  Buy milk  +errand +crypt  list:home
      noted 2cc  Buy milk  +errand +crypt  list:home
      tasks: the notes are encrypted to other keys than those here: ID
      $ tasks note 3dd x && tasks encrypt 3dd --to alice 2>/dev/null && sed -i '/^-----END/d' 2026-11/water* && tasks decrypt 3dd
      noted 3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w
      encrypted 3dd  NEXT Water the plants  +crypt  list:home  sched Sat 2026-11-21 ++1w
      ! tasks: the encrypted notes are damaged, or cut off; git may have an earlier version: tasks log ID
      [1]
      """#, in: world)
  }
}
