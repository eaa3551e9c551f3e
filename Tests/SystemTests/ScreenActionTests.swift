import Testing

/// Each action of `tasks ui` makes one commit, and `u` takes it back.
@Suite struct ScreenActionTests {
  @Test func anActionIsOneCommitAndTakenBackByOneKey() throws {
    try ScreenTerminal.run(
      #"""
      t = ui('order')
      t.sees('3 open')
      t.type('/bob\r', '1 of 3 open')
      for keys in [
          ' ', 'x', 'tn', 'pa', 'e now\r', 'f+new\r', 'mdue:2026-11-30 +more\r', 'Aa line\r', 'D2026-12-01\r',
          'Stomorrow\r', 'r\x15home\r', 'r\x15\r', 'c', 'd']:
          once(t, keys)
      # What is open again, and a clock that ends, are changes of their own.
      for keys in ['c', ' ']:
          once(t, keys, taken_back=False)
          once(t, keys)
      t.quits()
      """#)
  }

  @Test func anActionOnMarkedTasksIsOneCommitOfAll() throws {
    try ScreenTerminal.run(
      #"""
      t = ui('order')
      t.sees('3 open')
      for keys in ['* ', '*tw', '*pb', '*m+all\r', '*Aa line\r', '*Dfri\r', '*Stomorrow\r', '*rhome\r']:
          once(t, keys)
      start = git('rev-parse', 'HEAD')
      t.type('*d', 'delete 3 tasks?')
      # Nothing but y and n counts.
      t.type('j?dn', '3 marked')
      t.wait(lambda text: 'delete 3' not in text)
      assert git('rev-parse', 'HEAD') == start
      once(t, 'dy')
      # None of them changes if one cannot.
      start = git('rev-parse', 'HEAD')
      t.type('*mdue:nonsense\r', "'nonsense' is not a date")
      assert git('rev-parse', 'HEAD') == start
      t.type('\x03\x03')
      t.wait(lambda text: 'marked' not in text and 'nonsense' not in text)
      for number in range(9): tasks('add', f'Number {number}')
      t.sees('12 open')
      t.type('* ', 'finish: 12 tasks?')
      once(t, 'y')
      t.quits()
      """#)
  }

  @Test func whatIsBlockedIsAskedFor() throws {
    try ScreenTerminal.run(
      #"""
      tasks('modify', id('Pay'), 'depends:' + id('Bob'))
      start = git('rev-parse', 'HEAD')
      t = ui('order')
      t.stands('Pay')
      t.type(' ', "'Pay the rent' depends on")
      t.type('n')
      t.wait(lambda text: 'depends on' not in text)
      assert git('rev-parse', 'HEAD') == start
      once(t, ' y')
      t.quits()
      """#)
  }

  @Test func theOrderIsChangedByHandAndTheStateOnTheBoard() throws {
    try ScreenTerminal.run(
      #"""
      tasks('done', id('Pay'))
      tasks('add', 'Last')
      t = ui('order')
      t.sees('3 open')
      t.stands('Bob')
      def order(): return [word for line in t.lines for word in ['Bob', '日本語', 'Last'] if word in line]
      once(t, 'J')
      once(t, '\x1b[1;3B')
      once(t, 'J', taken_back=False)
      t.wait(lambda text: t.lines[3] == t.current and 'Bob' in t.current)
      once(t, 'J')
      once(t, 'K')
      once(t, '\x1b[1;3A', taken_back=False)
      t.wait(lambda text: t.lines[2] == t.current and 'Bob' in t.current)
      t.type('gb', 'TODO 3')
      t.stands('Bob')
      once(t, 'J')
      once(t, 'L')
      once(t, 'L', taken_back=False)
      t.sees('NEXT 1')
      t.stands('Bob')
      once(t, 'H')
      once(t, 'L', taken_back=False)
      t.sees('WAIT 1')
      assert tasks('list', 'state:WAIT').split()[1:3] == ['WAIT', 'Call'], tasks('list', 'state:WAIT')
      t.type('q', 'Order')
      t.quits()
      """#)
  }

  @Test func theTrashRestoresAndAsksBeforeItRemovesForGood() throws {
    try ScreenTerminal.run(
      #"""
      t = ui('order')
      t.sees('3 open')
      t.type('/bob\r', '1 of 3')
      once(t, 'd', taken_back=False)
      t.type('gx', 'Trash')
      t.stands('Bob')
      once(t, ' ')
      t.stands('Bob')
      t.type('d', 'remove 1 task for good?')
      t.type('x\x03')
      t.wait(lambda text: 'for good?' not in text)
      t.stands('Bob')
      once(t, 'dy')
      t.stands('Bob')
      t.type('q', 'Order')
      t.quits()
      """#)
  }

  @Test func aBoxIsTickedInTheTask() throws {
    try ScreenTerminal.run(
      #"""
      tasks('add', 'Boxes', '/', '- [ ] one')
      tasks('note', id('Boxes'), '- [ ] two')
      t = ui('order')
      t.sees('4 open')
      t.type('G')
      t.stands('Boxes')
      t.type('\r', '☐ one')
      once(t, ' ')
      once(t, 'j ', taken_back=False)
      t.sees('☑ two')
      assert '- [X] two' in tasks('show', id('Boxes')), tasks('show', id('Boxes'))
      once(t, ' ')
      t.type('u', '☐ two')
      t.type('q')
      t.stands('Boxes')
      t.quits()
      """#)
  }

  @Test func whatAMergeDroppedIsTakenOrLeft() throws {
    try ScreenTerminal.run(
      #"""
      git('clone', '-q', '.', '../other')
      tasks('init', cwd='../other')
      bob = id('Bob')
      tasks('modify', bob, 'title:Call Ann', 'pri:A')
      tasks('modify', bob, 'title:Call Cid', 'pri:B', cwd='../other')
      git('pull', '-q', '--no-rebase', '--no-edit', '../other', 'main')
      t = ui('conflicts')
      t.sees('2 values')
      t.stands('title')
      once(t, 't')
      once(t, 'x')
      once(t, 't', taken_back=False)
      t.sees('1 value')
      assert 'Call Cid' in tasks('list')
      t.stands('priority')
      once(t, 'x', taken_back=False)
      t.sees('No merge has put a value aside')
      assert tasks('conflicts') == '', tasks('conflicts')
      t.quits()
      """#)
  }

  @Test func theHistoryUndoesWhatAnotherDidOnlyIfItIsAnswered() throws {
    try ScreenTerminal.run(
      #"""
      start = git('rev-parse', 'HEAD').strip()
      tasks('modify', id('Pay'), 'pri:A')
      last = git('rev-parse', 'HEAD')
      t = ui('history')
      t.stands('modify')
      t.type('U', "undo 'modify " + id('Pay'))
      t.type('jn')
      t.wait(lambda text: "undo 'modify" not in text)
      assert git('rev-parse', 'HEAD') == last
      t.stands('modify')
      t.type('Uy', 'undone')
      assert not git('diff', start) and not git('status', '--porcelain')
      # What was done here is not asked for.
      t.type('go', 'Order')
      once(t, 'pb', taken_back=False)
      t.type('gh', 'History')
      t.stands('modify')
      t.type('U', 'undone: ')
      assert not git('diff', start)
      t.quits()
      """#)
  }

  @Test func theInboxIsWalkedOneByOne() throws {
    try ScreenTerminal.run(
      #"""
      for title in ['One', 'Two', 'Three']: tasks('add', title, 'list:inbox')
      start = git('rev-parse', 'HEAD').strip()
      t = ui('order')
      t.sees('6 open')
      t.type('w', 'One', '1 of 3')
      t.type('rhome\r', 'Two', '1 of 2', 'u undoes')
      t.type('u', 'One', '1 of 3')
      assert not git('diff', start)
      t.type('\r', 'Two', '2 of 3')
      t.type('d', 'Three', '2 of 2')
      t.type(' ', 'that was the whole inbox')
      assert git('rev-list', '--count', start + '..').strip() == '4'
      t.type('uu')
      t.wait(lambda text: git('rev-list', '--count', start + '..').strip() == '6')
      assert not git('diff', start)
      t.type('q', 'Order')
      t.quits()
      """#)
  }
}
