import Foundation
import TestSupport
import Testing

/// `tasks ui` on a terminal of its own, whose screen pyte reads.
@Suite struct ScreenTests {
  private static let python =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path + "/.build/judges/bin/python3"

  /// A terminal that Python reads, and the program on it.
  private static let terminal = #"""
    import fcntl, os, pty, pyte, select, signal, struct, subprocess, sys, termios, time

    class Terminal:
        def __init__(self, words, columns=80, rows=24):
            self.screen = pyte.Screen(columns, rows)
            self.stream = pyte.ByteStream(self.screen)
            self.end, self.slave = pty.openpty()
            self.resize(columns, rows)
            self.before = termios.tcgetattr(self.slave)
            def own():
                os.setsid()
                fcntl.ioctl(0, termios.TIOCSCTTY, 0)
            self.program = subprocess.Popen(
                words, stdin=self.slave, stdout=self.slave, stderr=self.slave, preexec_fn=own)
        def resize(self, columns, rows):
            fcntl.ioctl(self.end, termios.TIOCSWINSZ, struct.pack('HHHH', rows, columns, 0, 0))
            self.screen.resize(rows, columns)
        @property
        def text(self):
            lines = range(self.screen.lines)
            return '\n'.join(
                ''.join(self.screen.buffer[y][x].data for x in range(self.screen.columns)).rstrip()
                for y in lines)
        def read(self, seconds):
            if select.select([self.end], [], [], seconds)[0]:
                self.stream.feed(os.read(self.end, 65536))
        def wait(self, meant, seconds=15):
            last = time.time() + seconds
            while not meant(self.text):
                assert time.time() < last, 'not seen:\n' + self.text
                self.read(0.1)
        def sees(self, text): self.wait(lambda shown: text in shown)
        def type(self, keys): os.write(self.end, keys.encode())
        @property
        def attributes(self): return termios.tcgetattr(self.slave)
        def ends(self, status):
            last = time.time() + 15
            while self.program.poll() is None:
                assert time.time() < last, 'it goes on:\n' + self.text
                self.read(0.1)
            assert self.program.returncode == status, (self.program.returncode, self.text)
            self.read(0.1)
            assert self.attributes == self.before
            assert self.text.strip() == '', self.text
            assert not self.screen.cursor.hidden

    def tasks(*words): return subprocess.run([sys.argv[1], *words], check=True, capture_output=True, text=True).stdout

    """#

  private func run(_ program: String) throws {
    let world = try World()
    try world.tasks("init", "store")
    let lines = "Call Bob list:work +phone\nPay the rent due:2026-11-01\n日本語 e\u{301} ❤️ x\n"
    try world.tasks("add", "-", in: "store", input: lines)
    try world.write(ScreenTests.terminal + program, to: "screen.py")
    let outcome = try world.run(
      ScreenTests.python, [world.path("screen.py"), World.tasks], in: "store",
      environment: ["TERM": "xterm-256color", "NO_COLOR": nil, "COLUMNS": nil])
    #expect(outcome.status == 0, "\(outcome.errors)\(outcome.output)")
  }

  @Test func aTaskIsFinishedAndTakenBackWhileAnotherProgramAdds() throws {
    try run(
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
    try run(
      #"""
      for number in [signal.SIGTERM, signal.SIGHUP, signal.SIGSEGV, signal.SIGABRT, signal.SIGILL]:
          t = Terminal([sys.argv[1], 'ui', 'order'])
          t.sees('3 open')
          t.program.send_signal(number)
          t.ends(-number)
      """#)
  }

  @Test func whatHooksWriteIsAMessage() throws {
    try run(
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
    try run(
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
