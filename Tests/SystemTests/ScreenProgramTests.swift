import Testing

/// `tasks ui` lends the terminal to other programs, and asks some of them itself.
@Suite struct ScreenProgramTests {
  @Test func theEditorHasTheTerminalAndTheScreenComesBack() throws {
    try ScreenTerminal.run(
      #"""
      usual = said('stty', '-g', stdin=pty.openpty()[1])
      editor = written('../editor', '#!/bin/sh\nstty -g >"$HOME/modes"\nsed -i s/Bob/Eve/ "$1"\n', 0o755)
      start = git('rev-parse', 'HEAD').strip()
      t = ui('order', EDITOR=editor)
      t.sees('3 open')
      t.type('j')
      t.stands('Bob')
      place = t.screen.cursor.x, t.screen.cursor.y
      t.type('E')
      t.stands('Eve')
      assert open('../modes').read() == usual
      assert git('rev-list', '--count', start + '..').strip() == '1'
      assert (t.screen.cursor.x, t.screen.cursor.y) == place and t.screen.cursor.hidden
      assert not t.attributes[3] & termios.ICANON
      t.type('u', 'U does it again')
      t.stands('Bob')
      assert not git('diff', start)
      # After one that failed, any key comes back.
      shown = t.lines[:21]
      written('../editor', '#!/bin/sh\necho broken\nexit 3\n', 0o755)
      t.type('E', 'broken', 'the editor exited with status 3', 'press a key')
      assert not t.screen.cursor.hidden
      t.type('x')
      t.stands('Bob')
      t.wait(lambda text: t.lines[:21] == shown)
      assert (t.screen.cursor.x, t.screen.cursor.y) == place and t.screen.cursor.hidden
      assert not git('diff', start)
      t.type('j')
      t.stands('日本語')
      t.quits()
      """#)
  }

  @Test func whatIsAddedGoesOnInTheEditor() throws {
    try ScreenTerminal.run(
      #"""
      editor = written('../editor', '#!/bin/sh\ncp "$1" "$HOME/seen"\nsed -i "s/Buy milk/Buy oat milk/" "$1"\n', 0o755)
      start = git('rev-parse', 'HEAD').strip()
      t = ui('order', EDITOR=editor)
      t.sees('3 open')
      t.type('aBuy milk +shop list:"Big house"\x05', '4 open', 'Buy oat milk', '+shop', 'Big house')
      assert 'Buy milk' in open('../seen').read()
      t.type('u', 'U does it again', '3 open')
      assert not git('diff', start)
      t.quits()
      """#)
  }

  @Test func aSignalWhileTheEditorRunsLeavesAWholeTerminal() throws {
    try ScreenTerminal.run(
      #"""
      editor = written(
          '../editor', '#!/bin/sh\necho >>"$1"; : >"$HOME/begun"\nuntil [ -e "$HOME/go" ]; do sleep 0.05; done\n', 0o755)
      for number in [signal.SIGTERM, signal.SIGHUP]:
          t = ui('order', EDITOR=editor)
          t.sees('3 open')
          t.type('E')
          # What was written before it began may be read after it.
          t.wait(lambda text: os.path.exists('../begun') and text.strip() == '' and not t.screen.cursor.hidden)
          assert t.attributes == t.before
          t.program.send_signal(number)
          written('../go', '')
          t.ends(-number)
          os.remove('../go')
          os.remove('../begun')
          # The store is as before, whoever asks next.
          assert len(tasks('list').splitlines()) == 3
      """#)
  }

  /// ^C is for the program that has the terminal, and ^Z stops it with the client, as a shell expects.
  @Test func theEditorHasItsKeys() throws {
    try ScreenTerminal.run(
      #"""
      editor = written(
          '../editor', '#!/bin/sh\ntrap "echo caught" INT\n: >"$HOME/begun"\nuntil [ -e "$HOME/go" ]; do sleep 0.05; done\n', 0o755)
      t = Terminal(
          ['sh', '-c', 'set -m; "$0" ui order; echo left; fg >/dev/null; echo back; read x', sys.argv[1]],
          EDITOR=editor)
      t.sees('3 open')
      t.type('E')
      t.wait(lambda text: os.path.exists('../begun') and text.strip() == '')
      t.type('\x03', 'caught')
      t.type('\x1a', 'left')
      written('../go', '')
      t.sees('3 open')
      t.type('q', 'back')
      t.type('\r')
      t.program.wait()
      assert t.attributes == t.before
      """#)
  }

  @Test func linksAreOpened() throws {
    try ScreenTerminal.run(
      #"""
      opener = written('../opener', '#!/bin/sh\necho "$1" >>"$HOME/opened"\n', 0o755)
      settings(f'[tasks]\n\topener = {opener}\n')
      tasks('add', 'Two', '/', 'https://example.org/a and https://example.org/b')
      tasks('add', 'One', '/', 'https://example.org/c')
      def opened(): return open('../opened').read() if os.path.exists('../opened') else ''
      def opens(link):
          t.wait(lambda text: opened().endswith(link + '\n'))
          os.remove('../opened')
      t = ui('order')
      t.sees('5 open')
      t.type('Go')
      opens('/c')
      t.stands('One')
      # In the task the cursor is on a link.
      t.type('k')
      t.stands('Two')
      t.type('\r', '[2]')
      t.type('o')
      opens('/a')
      t.type('j\r')
      opens('/b')
      t.type('q')
      t.stands('Two')
      t.quits()
      # Of several one is asked for.
      t = ui('order', columns=130, rows=40)
      t.sees('5 open')
      t.type('Gk')
      t.stands('Two')
      t.type('o', 'https://example.org/a', 'https://example.org/b')
      t.type('2')
      opens('/b')
      t.stands('Two')
      t.quits()
      """#)
  }

  @Test func anyVerbIsRunOnTheTasksAndTheFilter() throws {
    try ScreenTerminal.run(
      #"""
      start = git('rev-parse', 'HEAD').strip()
      t = ui('order')
      t.sees('3 open')
      t.type('vv:modify % +seen\r', 'press a key', '+seen')
      t.type(' ', 'Order', '+seen')
      assert git('rev-list', '--count', start + '..').strip() == '1'
      assert len(tasks('list', '+seen').splitlines()) == 2
      t.type('u', 'undone 2 tasks')
      assert not git('diff', start)
      t.type('/+phone\r', '1 of 3 open')
      t.type(':tasks list %f\r', 'press a key', 'Call Bob', '1 open')
      t.type('\r', '1 of 3 open')
      t.type(':view save calls %f\r', 'press a key')
      t.type(' ', '1 of 3 open')
      t.type('\x03')
      t.wait(lambda text: ' of 3 open' not in text)
      t.type('1', 'calls', '1 open')
      t.type('q', '3 open')
      t.type(':nonsense\r', "unknown command 'nonsense'", 'press a key')
      t.type('q', '3 open')
      # What was typed comes again.
      t.type(':\x1b[A\x1b[A', ': view save calls %f')
      t.type('\x03:q\r')
      t.ends(0)
      """#)
  }

  @Test func tabCompletesAsInTheShell() throws {
    try ScreenTerminal.run(
      #"""
      t = ui('order')
      t.sees('3 open')
      for keys, seen in [
          (':modi\t', ': modify'), (':list +ph\t', ': list +phone'), ('ax list:w\t', 'add> x list:work'),
          ('m+ph\t', 'modify> +phone'), ('r\x15wo\t', 'list> work'), ('/+ph\t', '/ +phone')]:
          t.wait(lambda text: t.current)
          t.type(keys, seen)
          t.type('\x03')
          t.wait(lambda text: seen not in text)
      t.type('ax ra\t', 'rank:')
      t.type('\x03')
      t.quits()
      """#)
  }
}
