import Testing

/// What others do while `tasks ui` is open, and what ends in the middle.
@Suite struct ScreenMeanwhileTests {
  @Test func theCursorStaysOnItsTaskWhateverOthersDo() throws {
    try ScreenTerminal.run(
      #"""
      t = ui('order')
      t.sees('3 open')
      t.type('G')
      t.stands('日本語')
      # The shell, before and behind it.
      tasks('add', 'Another')
      tasks('modify', id('Bob'), 'due:2026-11-02')
      t.sees('4 open')
      t.sees('18 days ago')
      t.stands('日本語')
      # A clone that is pulled.
      git('clone', '-q', '.', '../other')
      tasks('init', cwd='../other')
      tasks('done', id('Pay'), cwd='../other')
      tasks('add', 'Pulled', cwd='../other')
      git('pull', '-q', '--no-rebase', '--no-edit', '../other', 'main')
      t.sees('Pulled')
      t.wait(lambda text: 'Pay' not in text)
      t.stands('日本語')
      # What is typed stays, and is meant for the task that it was begun for.
      t.type('e!', ' x!')
      tasks('modify', id('日本語'), 'due:2026-11-01')
      tasks('add', 'Still', 'another')
      t.sees('Still another')
      t.sees('title> 日本語')
      t.type('?\r', 'u undoes')
      t.stands(' x!?')
      # It goes to the next one below.
      tasks('delete', id('日本語'))
      t.wait(lambda text: ' x!?' not in '\n'.join(t.lines[:20]))
      t.stands('Another')
      t.quits()
      """#)
  }

  @Test func theCursorStaysOnItsLineOfTheScreen() throws {
    try ScreenTerminal.run(
      #"""
      tasks('add', '-', input=''.join(f'Number {number}\n' for number in range(60)))
      t = ui('order')
      t.sees('63 open')
      t.type('\x04\x04')
      t.wait(lambda text: 'Number 2' in t.current or 'Number 3' in t.current)
      task, line = t.current, t.lines.index(t.current)
      for number in [1, 2, 3]: tasks('done', id(f'Number {number}'))
      t.sees('60 open')
      assert (t.current, t.lines.index(t.current)) == (task, line), t.text
      tasks('modify', id('Number 50'), 'due:2026-11-02')
      t.sees('2 overdue')
      assert (t.current, t.lines.index(t.current)) == (task, line), t.text
      t.quits()
      """#)
  }

  @Test func theStoreIsWholeAfterAKillInTheMiddleOfAChange() throws {
    try ScreenTerminal.run(
      #"""
      hook = written('.git/hooks/pre-commit', '#!/bin/sh\necho $$ >"$HOME/begun"\nexec sleep 600\n', 0o755)
      start = git('rev-parse', 'HEAD')
      t = ui('order')
      t.sees('3 open')
      t.type(' ', 'saving…')
      t.wait(lambda text: os.path.exists('../begun') and open('../begun').read())
      t.program.kill()
      t.program.wait()
      os.remove(hook)
      # Read, changed, and looked at: as if the change had never begun.
      assert len(tasks('list').splitlines()) == 3
      tasks('add', 'After it')
      os.kill(int(open('../begun').read()), signal.SIGKILL)
      assert git('rev-parse', 'HEAD~') == start and not git('status', '--porcelain')
      git('fsck', '--strict')
      t = ui('order')
      t.sees('4 open')
      t.stands('Pay')
      once(t, ' ')
      t.quits()
      """#)
  }

  @Test func aSyncIsToldAndAFailedOneToo() throws {
    try ScreenTerminal.run(
      #"""
      del os.environ['GIT_TERMINAL_PROMPT']
      t = ui('order')
      t.sees('3 open')
      t.type('s', 'sync failed', 'error: the sync failed', 'there is no remote')
      git('clone', '-q', '--bare', '.', '../hub.git')
      git('remote', 'add', 'origin', '../hub.git')
      git('fetch', '-q')
      git('branch', '-q', '-u', 'origin/main')
      tasks('add', 'To be pushed')
      t.sees('↑1')
      t.type('s', 'synced 9:15')
      t.wait(lambda text: '↑' not in text and 'error:' not in text)
      assert git('rev-parse', 'main') == git('-C', '../hub.git', 'rev-parse', 'main')
      os.rename('../hub.git', '../gone')
      t.type('s', 'sync failed', 'error: the sync failed')
      once(t, ' ')
      t.quits()
      """#)
  }

  @Test func aSyncNeverAsksNorBlocksKeys() throws {
    try ScreenTerminal.run(
      #"""
      import http.server, socket, threading
      class Refusing(http.server.BaseHTTPRequestHandler):
          def do_GET(self):
              self.send_response(401)
              self.send_header('WWW-Authenticate', 'Basic realm="tasks"')
              self.send_header('Content-Length', '0')
              self.end_headers()
          def log_message(self, *words): pass
      server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Refusing)
      threading.Thread(target=server.serve_forever, daemon=True).start()
      silent = socket.create_server(('127.0.0.1', 0))
      del os.environ['GIT_TERMINAL_PROMPT']
      git('remote', 'add', 'origin', f'http://127.0.0.1:{server.server_port}/hub.git')
      t = ui('order')
      t.sees('3 open')
      shown = t.lines[:18]
      t.type('s', 'sync failed', 'could not read Username', ':sync')
      assert t.lines[:18] == shown and not t.attributes[3] & termios.ICANON
      # One that never answers.
      git('remote', 'set-url', 'origin', f'http://127.0.0.1:{silent.getsockname()[1]}/hub.git')
      t.type('s', 'syncing…')
      t.type('j')
      t.stands('Bob')
      once(t, ' ')
      t.sees('syncing…')
      t.quits()
      """#)
  }
}
