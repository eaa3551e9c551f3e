import Testing

/// `tasks ui` within tmux, whose widths of odd characters are others than ours.
@Suite struct ScreenTmuxTests {
  /// A tmux of the test's own, with the program in its only window.
  private static let tmux = #"""
    import unicodedata
    os.environ['TMUX_TMPDIR'] = os.environ['HOME']
    def tmux(*words): return said('tmux', '-L', 'ui', '-f', '/dev/null', *words)
    class Window:
        def __init__(self, *words, columns=80, rows=24):
            tmux('new-session', '-d', '-x', str(columns), '-y', str(rows), sys.argv[1], 'ui', *words)
            tmux('set-option', '-g', 'history-limit', '0')
        def __enter__(self): return self
        def __exit__(self, *error):
            subprocess.run(['tmux', '-L', 'ui', 'kill-server'], capture_output=True)
        @property
        def lines(self): return tmux('capture-pane', '-p').split('\n')[:-1]
        def waits(self, meant, seconds=30):
            last = time.time() + seconds
            while not meant(self.lines):
                assert time.time() < last, '\n'.join(self.lines)
                time.sleep(0.05)
        def type(self, *keys): tmux('send-keys', *keys)

    """#

  @Test func everyScreenIsDrawnAsOnAnyTerminal() throws {
    try ScreenTerminal.run(
      ScreenTmuxTests.tmux + #"""
        git('clone', '-q', '.', '../other')
        tasks('init', cwd='../other')
        bob = id('Bob')
        tasks('modify', bob, 'title:Call Ann', 'sched:2026-11-21')
        tasks('modify', bob, 'title:Call Cid', cwd='../other')
        tasks('add', 'Child', 'parent:' + id('日本語'), 'pri:A')
        tasks('done', id('Pay'))
        tasks('delete', id('Child'))
        git('pull', '-q', '--no-rebase', '--no-edit', '../other', 'main')
        # Both have the same cells, however they compose a character.
        def cells(lines): return [unicodedata.normalize('NFC', line.replace('\ufe0f', '')).rstrip() for line in lines]
        places = {
            't': 'Today', 'o': 'Order', 'a': 'Agenda', 'b': 'Board', 'r': 'Tree', 'i': 'Inbox', 'd': 'Done', 'x': 'Trash',
            'h': 'History', 'c': 'Conflicts', 'l': 'All'}
        t = ui('all')
        t.sees('2 open')
        with Window('all') as window:
            window.waits(lambda lines: ' 2 open' in lines[0])
            for letter, heading in places.items():
                t.type('g' + letter)
                t.wait(lambda text: t.lines[0].startswith(' ' + heading) and 'Esc leaves' not in text)
                window.type('g', letter)
                window.waits(lambda lines: cells(lines) == cells(t.lines))
        """#)
  }

  @Test func noCellIsShiftedByWhatIsWideOrJoined() throws {
    try ScreenTerminal.run(
      ScreenTmuxTests.tmux + #"""
        titles = [
            'plain', '日本語 wide', 'e\u0301a\u0308 combined', '\u2764\ufe0f heart', '\u260e\ufe0f and text', '\u05e9\u05dc\u05d5\u05dd right',
            '\U0001f468\u200d\U0001f469\u200d\U0001f467 family', '\U0001f1e8\U0001f1ff flag', '\U0001f44d\U0001f3fd skin',
            '1\ufe0f\u20e3 key', '한글 한글', '\u200bnothing', '長い' * 40, '\u2764\ufe0f' * 60, 'e\u0301' * 90]
        for title in titles: tasks('add', title, 'list:Zz')
        t = ui('all')
        t.wait(lambda text: sum(line.endswith('Zz') for line in t.lines) == len(titles))
        column = next(line for line in t.lines if 'plain' in line).index('Zz')
        def stand():
            # tmux tells by a search in which of its cells they are.
            tmux('copy-mode')
            tmux('send-keys', '-X', 'bottom-line')
            found = set()
            for _ in titles:
                tmux('send-keys', '-X', 'search-backward', 'Zz')
                found.add(tmux('display-message', '-p', '#{copy_cursor_x} #{copy_cursor_y}').strip())
            tmux('send-keys', '-X', 'cancel')
            rows = [y for y, line in enumerate(t.lines) if line.endswith('Zz')]
            assert found == {f'{column} {y}' for y in rows}, (column, found, window.lines)
        for y, line in enumerate(t.lines):
            if line.endswith('Zz'): assert [t.screen.buffer[y][x].data for x in (column, column + 1)] == ['Z', 'z'], line
        with Window('all') as window:
            window.waits(lambda lines: ' 18 open' in lines[0])
            stand()
            # Nor when the cursor has been on each of them.
            for key, row in [('j', 19), ('k', 2)]:
                for _ in range(17): window.type(key)
                window.waits(lambda lines: lines[row].startswith('>'))
                stand()
        """#)
  }

  @Test func theScreenFollowsTheWindowsSize() throws {
    try ScreenTerminal.run(
      ScreenTmuxTests.tmux + #"""
        with Window('order') as window:
            window.type('j')
            window.waits(lambda lines: any(line.startswith('>') and 'Bob' in line for line in lines))
            window.type('/', 'b')
            sizes = [(40, 10), (200, 60), (59, 20), (60, 11), (110, 30), (109, 12), (39, 24), (80, 9), (7, 2), (80, 24)]
            for columns, rows in sizes:
                tmux('resize-window', '-x', str(columns), '-y', str(rows))
                if columns < 40 or rows < 10:
                    window.waits(lambda lines: len(lines) == rows and 'tasks needs 40×10'.startswith(lines[0]) and lines[0])
                    continue
                window.waits(lambda lines: len(lines) == rows and lines[-3].replace('┴', '─') == '─' * columns and '/ b' in lines[-2])
                window.waits(lambda lines: any(line.startswith('>') and 'Bob' in line for line in lines))
            window.type('C-c', 'q')
            last = time.time() + 30
            while subprocess.run(['tmux', '-L', 'ui', 'has-session'], capture_output=True).returncode == 0:
                assert time.time() < last
                time.sleep(0.05)
        """#)
  }
}
