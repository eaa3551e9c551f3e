import Foundation
import TestSupport
import Testing

/// A store with three tasks, and Python that looks at `tasks ui` on a terminal of its own, whose screen pyte reads.
enum ScreenTerminal {
  private static let python =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path + "/.build/judges/bin/python3"

  /// A terminal that Python reads, the program on it, and what goes on beside it.
  private static let terminal = #"""
    import fcntl, os, pty, pyte, re, select, signal, struct, subprocess, sys, termios, time

    class Terminal:
        def __init__(self, words, columns=80, rows=24, **environment):
            self.screen = pyte.Screen(columns, rows)
            self.stream = pyte.ByteStream(self.screen)
            self.written = b''
            self.end, self.slave = pty.openpty()
            self.resize(columns, rows)
            self.before = termios.tcgetattr(self.slave)
            def own():
                os.setsid()
                fcntl.ioctl(0, termios.TIOCSCTTY, 0)
            self.program = subprocess.Popen(
                words, stdin=self.slave, stdout=self.slave, stderr=self.slave, preexec_fn=own,
                env={**os.environ, **environment})
        def resize(self, columns, rows):
            fcntl.ioctl(self.end, termios.TIOCSWINSZ, struct.pack('HHHH', rows, columns, 0, 0))
            self.screen.resize(rows, columns)
        @property
        def lines(self):
            columns = range(self.screen.columns)
            return [
                ''.join(self.screen.buffer[y][x].data for x in columns).rstrip()
                for y in range(self.screen.lines)]
        @property
        def text(self): return '\n'.join(self.lines)
        @property
        def current(self):
            found = [line for line in self.lines if line.startswith('>')]
            return found[0] if found else ''
        def read(self, seconds):
            if select.select([self.end], [], [], seconds)[0]:
                new = os.read(self.end, 65536)
                self.written += new
                self.stream.feed(new)
                return True
            return False
        def wait(self, meant, seconds=30):
            last = time.time() + seconds
            while not meant(self.text):
                assert time.time() < last, 'not seen:\n' + self.text
                self.read(0.1)
        def sees(self, text): self.wait(lambda shown: text in shown)
        def stands(self, text): self.wait(lambda shown: text in self.current)
        def type(self, keys, *seen):
            os.write(self.end, keys.encode())
            for text in seen: self.sees(text)
        @property
        def attributes(self): return termios.tcgetattr(self.slave)
        def ends(self, status):
            last = time.time() + 30
            while self.program.poll() is None:
                assert time.time() < last, 'it goes on:\n' + self.text
                self.read(0.1)
            assert self.program.returncode == status, (self.program.returncode, self.text)
            self.read(0.1)
            assert self.attributes == self.before
            assert self.text.strip() == '', self.text
            assert not self.screen.cursor.hidden
        def quits(self):
            self.type('q')
            self.ends(0)

    def ui(*words, columns=80, rows=24, **environment):
        return Terminal([sys.argv[1], 'ui', *words], columns, rows, **environment)
    def said(*words, **more): return subprocess.run(words, check=True, capture_output=True, text=True, **more).stdout
    def tasks(*words, **more): return said(sys.argv[1], *words, **more)
    def git(*words, **more): return said('git', *words, **more)
    def id(title): return next(line.split()[0] for line in tasks('list').splitlines() if title in line)
    def once(t, keys, taken_back=True):
        """Types an action: it makes one commit, which `u` takes back."""
        start = git('rev-parse', 'HEAD').strip()
        t.type(keys)
        t.wait(lambda text: git('rev-parse', 'HEAD').strip() != start and 'u undoes' in text)
        assert git('rev-list', '--count', start + '..').strip() == '1', t.text
        assert git('diff', start) and not git('status', '--porcelain'), t.text
        if taken_back:
            t.type('u', 'U does it again')
            assert not git('diff', start) and not git('status', '--porcelain'), t.text
    def settings(text):
        folder = os.environ['XDG_CONFIG_HOME'] + '/tasks'
        os.makedirs(folder, exist_ok=True)
        written(folder + '/config', text)
    def written(path, text, mode=0o644):
        with open(path, 'w') as file: file.write(text)
        os.chmod(path, mode)
        return os.path.abspath(path)

    """#

  static func run(_ program: String) throws {
    let world = try World()
    // The merge driver is looked for on PATH.
    let bin = world.path("bin")
    try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: bin + "/git-merge-tasks", withDestinationPath: World.tasks)
    world.environment["PATH"] = bin + ":" + (world.environment["PATH"] ?? "")
    try world.tasks("init", "store")
    let lines = "Call Bob list:work +phone\nPay the rent due:2026-11-01\n日本語 e\u{301} ❤️ x\n"
    try world.tasks("add", "-", in: "store", input: lines)
    try world.write(terminal + program, to: "screen.py")
    let outcome = try world.run(
      python, [world.path("screen.py"), World.tasks], in: "store",
      environment: ["TERM": "xterm-256color", "NO_COLOR": nil, "COLUMNS": nil])
    #expect(outcome.status == 0, "\(outcome.errors)\(outcome.output)")
  }
}
