import TestSupport
import Testing

/// `tasks ui` on a terminal of its own, whose screen pyte reads.
@Suite struct ScreenTests {
  @Test func aTaskIsFinishedAndTakenBackWhileAnotherProgramAdds() throws {
    try ScreenTerminal.run(
      #"""
      t = Terminal([sys.argv[1], 'ui', 'order'])
      t.sees('3 open')
      assert not t.attributes[3] & termios.ICANON
      t.type('/bob\r')
      t.sees('1 of 3 open')
      t.type(' ')
      t.sees('u undoes')
      assert 'Bob' in tasks('list', '--done')
      t.type('u')
      t.sees('U does it again')
      assert 'Bob' in tasks('list') and tasks('list', '--done') == ''
      t.type('\x1b')
      t.sees('日本語')
      tasks('add', 'Seen', 'at', 'once')
      t.sees('Seen at once')
      t.resize(50, 12)
      t.program.send_signal(signal.SIGWINCH)
      t.wait(lambda text: text.split('\n')[-3] == '─' * 50)
      t.type('q')
      t.ends(0)
      """#)
  }

  @Test func theTerminalIsAsItWasWhateverEndsTheProgram() throws {
    try ScreenTerminal.run(
      #"""
      for number in [signal.SIGTERM, signal.SIGHUP, signal.SIGSEGV, signal.SIGABRT, signal.SIGILL]:
          t = Terminal([sys.argv[1], 'ui', 'order'])
          t.sees('3 open')
          t.program.send_signal(number)
          t.ends(-number)
      """#)
  }

  @Test func whatHooksWriteIsAMessage() throws {
    try ScreenTerminal.run(
      #"""
      with open('.git/hooks/post-commit', 'w') as hook: hook.write('#!/bin/sh\necho said; echo told >&2\n')
      os.chmod('.git/hooks/post-commit', 0o755)
      t = Terminal([sys.argv[1], 'ui', 'order'])
      t.sees('3 open')
      before = t.text.split('\n')
      t.type(' ')
      t.sees('u undoes · said · told')
      assert t.text.split('\n')[0][:6] == before[0][:6] and len(t.text.strip().split('\n')) == 24
      t.type('q')
      t.ends(0)
      """#)
  }

  @Test func aJobIsSuspendedAndGoesOn() throws {
    try ScreenTerminal.run(
      #"""
      t = Terminal(['sh', '-c', 'set -m; "$0" ui order; echo left; sleep 0.3; fg >/dev/null; echo back; read x', sys.argv[1]])
      t.sees('3 open')
      t.type('/bob')
      t.sees('1 of 3 open')
      t.type('\x1a')
      # The shell says so, and brings it back as it was.
      t.sees('left')
      t.sees('/ bob')
      t.type('\x1b')
      t.wait(lambda text: ' of 3 open' not in text)
      t.type('q')
      t.sees('back')
      t.type('\r')
      t.program.wait()
      assert t.attributes == t.before
      """#)
  }

  @Test func offATerminalItNamesTheList() throws {
    let world = try World()
    try world.tasks("init", "store")
    for term in ["dumb", "", "xterm"] {
      let outcome = try world.tasks("ui", in: "store", environment: ["TERM": term])
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("tasks list"))
    }
    let outcome = try world.onTerminal("tasks ui", environment: ["TERM": "dumb"])
    #expect(outcome.status == 2 && outcome.output.contains("tasks list"))
    // What cannot be read is said before the screen is taken.
    let wrong = try world.onTerminal("tasks ui due:xyz", environment: ["TERM": "xterm"])
    #expect(wrong.status == 2 && wrong.output.hasPrefix("tasks: 'xyz' is not a date"))
  }
}
