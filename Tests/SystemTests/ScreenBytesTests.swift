import Testing

/// What `tasks ui` writes to the terminal.
@Suite struct ScreenBytesTests {
  /// A way through screens, prompts, menus and messages, to the end of the program.
  private static let tour = #"""
    tasks('modify', id('日本語'), 'title:Wait', 'wait:2026-12-01', 'every:1w', 'due:2026-12-05', 'effort:2h', 'pri:A')
    tasks('add', 'Child', 'parent:' + id('Bob'), 'depends:' + id('Pay'), 'sched:2026-11-30', '/', '- [ ] a https://example.org')
    tasks('add', 'Long ' + 'words ' * 40, 'list:home')
    tasks('note', id('Long'), '-', input='- [X] ticked /it/\n\n| Head | b |\n|------+---|\n| c    | d |\n')
    tasks('add', 'Gone')
    tasks('delete', id('Gone'))
    tasks('done', id('Pay'))
    def tour(**environment):
        t = ui('order', columns=130, rows=40, **environment)
        t.sees('open')
        t.type('G')
        t.stands('Long')
        for letter, heading in [
            ('t', 'Today'), ('a', 'Agenda'), ('b', 'Board'), ('r', 'Tree'), ('i', 'Inbox'), ('d', 'Done'), ('x', 'Trash'),
            ('h', 'History'), ('c', 'Conflicts'), ('l', 'All')]:
            t.type('g')
            t.sees('the first task')
            t.type(letter)
            t.wait(lambda text: t.lines[0].startswith(' ' + heading) and 'the first task' not in text)
            t.type('G')
        t.stands('Long')
        t.type('\r', 'ticked', 'Head')
        t.type('zz\x03k')
        t.stands('Child')
        t.type('t', 'WAIT')
        t.type('\x03aNew list:\t', 'home')
        t.type('\x03')
        t.type('c', 'clocked')
        t.type('*m+x\r', 'modified')
        t.type('u', 'undone')
        t.type('/zz', 'No task matches')
        t.type('\x03s', 'error: the sync failed')
        t.type('/due:zz', 'is not a date')
        t.type('\x03gh', 'History')
        t.type('U', "undo all 3 changes")
        t.type('\x03gaz')
        t.wait(lambda text: t.lines[0].startswith(' Agenda  30 days'))
        t.type('z')
        t.wait(lambda text: t.lines[0].startswith(' Agenda  day'))
        for columns, rows, seen in [(50, 12, 'Agenda'), (30, 5, 'needs'), (80, 24, 'Agenda')]:
            t.resize(columns, rows)
            t.program.send_signal(signal.SIGWINCH)
            t.sees(seen)
        t.type('q', ' Order')
        t.quits()
        return t.written
    def ours(written):
        """What is left without the title that the history tells."""
        return ''.join(char for char in written.decode() if char not in '日本語 e\u0301 ❤️ x')
    def looks(written):
        """All numbers of SGR, without those of 38 and 48."""
        return {
            int(number or 0) for part in re.findall(rb'\x1b\[([0-9;:]*)m', written)
            for number in re.split('[;:]', part.decode())}

    """#

  @Test func asciiIsAllThatIsWrittenBesidesAPersonsText() throws {
    try ScreenTerminal.run(
      ScreenBytesTests.tour + #"""
        assert ours(tour(TERM='linux')).isascii()
        settings('[tasks]\n\tglyphs = ascii\n')
        assert ours(tour()).isascii()
        settings('')
        assert '─' in ours(tour())
        # A person's text is as it is.
        tasks('add', '日本語')
        t = ui('order', TERM='linux')
        t.sees('日本語')
        t.quits()
        """#)
  }

  @Test func coloursAreLeftOutOnRequestAndAllLooksWithoutATheme() throws {
    try ScreenTerminal.run(
      ScreenBytesTests.tour + #"""
        colours = {*range(30, 50), *range(90, 108)}
        assert looks(tour()) & colours
        plain = looks(tour(NO_COLOR='1'))
        assert 7 in plain and not plain & colours, plain
        settings('[tasks]\n\ttheme = none\n')
        assert looks(tour()) == {0}
        """#)
  }

  @Test func aStepIsFewBytesAndNothingIsNone() throws {
    try ScreenTerminal.run(
      #"""
      tasks('add', '-', input=''.join(f'Number {number} list:home +tag due:{number + 3}d\n' for number in range(12)))
      t = ui('order')
      t.sees('15 open')
      while t.read(0.5): pass
      def bytes_of(keys):
          last, before = t.current, len(t.written)
          t.type(keys)
          t.wait(lambda text: t.current and t.current != last)
          # A frame is one write: when its end is here, all of it is.
          while t.read(0): pass
          return len(t.written) - before
      top = t.lines[2]
      steps = [bytes_of(key) for key in 'j' * 14 + 'k' * 14]
      assert max(steps) <= 600 and t.lines[2] == top, steps
      before = len(t.written)
      last = time.time() + 2
      while time.time() < last: t.read(0.2)
      assert len(t.written) == before, t.written[before:]
      t.quits()
      """#)
  }
}
