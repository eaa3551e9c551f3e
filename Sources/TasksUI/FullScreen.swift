import Platform
import TasksCore
import TasksStore
import TasksSync
import TasksTerminal

/// The client that has the whole terminal: `tasks ui`.
///
/// Values go one way: what happens is an ``Event``, ``update(_:_:)`` makes a new ``ScreenState`` and effects of it, ``view(_:_:)``
/// a ``Screen`` of the state, and ``Difference`` the bytes that are written.
package final class FullScreen {
  /// How long after an Esc the rest of a sequence may come, in milliseconds.
  private static let escapeTime = 50
  /// How often the store is looked at, in seconds: its folders, and all of its files.
  private static let looks = (quick: 0.5, thorough: 5.0)
  /// After so many seconds without keys it is looked at a tenth as often.
  private static let idle = 600.0

  private static let entering = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?25l\u{1B}[?1004h\u{1B}[?2004h"
  /// Cleared before, since not every terminal has a second screen to leave.
  private static let leaving =
    mouseOff
    + "\u{1B}[?2026l\u{1B}[?2004l\u{1B}[?1004l\u{1B}[?7h\u{1B}[?25h\u{1B}[m\u{1B}[H\u{1B}[2J\u{1B}[?1049l"
  private static let mouseOn = "\u{1B}[?1000h\u{1B}[?1006h"
  private static let mouseOff = "\u{1B}[?1006l\u{1B}[?1000l"

  private let mode: TerminalMode
  private let client: StoreClient
  private let glyphs: Glyphs
  private let palette: Palette
  private let programs: Programs
  private var state: ScreenState
  private var reader = KeyReader()
  /// What the terminal shows; nil if that is not known.
  private var shown: Screen?
  private var isOver = false

  /// Shows a store until the user quits.
  ///
  /// - Parameter words: The name of a screen or of a view, or a filter.
  /// - Returns: False where there is no terminal that can be painted.
  package static func run(
    _ root: String, _ context: StoreContext, _ terminal: Terminal, _ words: [String]
  ) throws -> Bool {
    guard !["", "dumb"].contains(context.variable("TERM") ?? ""),
      let mode = TerminalMode(entering: Array(entering.utf8), leaving: Array(leaving.utf8))
    else { return false }
    let client = try StoreClient(root, context, terminal.glyphs)
    try FullScreen(mode, client, terminal, words).run()
    return true
  }

  private init(
    _ mode: TerminalMode, _ client: StoreClient, _ terminal: Terminal, _ words: [String]
  ) throws {
    (self.mode, self.client, glyphs) = (mode, client, terminal.glyphs)
    palette = Palette(terminal)
    programs = Programs(client.root)
    let settings = try client.settings()
    let (place, filter) = try client.start(words, settings)
    state = ScreenState(
      place: place, filter: filter, size: mode.size ?? (80, 24), now: client.now,
      reading: ScreenState.Reading(rows: RowSource(), total: 0), settings: settings)
  }

  private func run() throws {
    perform(.read)
    mode.enter()
    setMouse()
    draw()
    let clock = ContinuousClock()
    let start = clock.now
    func seconds() -> Double { (clock.now - start) / .seconds(1) }
    var (lastKey, lastLook, lastThorough, lastSync) = (0.0, 0.0, 0.0, 0.0)
    while !isOver {
      let pace = seconds() - lastKey > FullScreen.idle ? 10.0 : 1.0
      let untilLook = max(0, lastLook + FullScreen.looks.quick * pace - seconds())
      let wait = reader.isAfterEscape ? FullScreen.escapeTime : Int(untilLook * 1000) + 1
      take(mode.wait(programs.isSyncing ? min(wait, 100) : wait), &lastKey, seconds())
      if seconds() >= lastLook + FullScreen.looks.quick * pace {
        lastLook = seconds()
        let checksFiles = lastLook >= lastThorough + FullScreen.looks.thorough * pace
        if checksFiles { lastThorough = lastLook }
        look(checksFiles: checksFiles)
      }
      if let ended = programs.syncEnded() {
        client.forget()
        happen(.synced(error: ended.error, told: ended.told))
      }
      if let minutes = state.settings.sync, seconds() >= lastSync + Double(minutes) * 60 {
        lastSync = seconds()
        perform(.sync)
      }
      if !isOver { draw() }
    }
    mode.leave()
  }

  /// Takes what has arrived, and the keys that wait.
  private func take(
    _ arrival: TerminalMode.Arrival, _ lastKey: inout Double, _ seconds: Double
  ) {
    var arrival = arrival
    while true {
      switch arrival {
      case .bytes(let bytes):
        lastKey = seconds
        for input in reader.read(bytes) { happen(.input(input)) }
      case .signals(let numbers): for number in numbers { obey(number) }
      case .end: isOver = true
      case .nothing:
        for input in reader.readEscape() { happen(.input(input)) }
        return
      }
      if isOver || reader.isAfterEscape { return }
      arrival = mode.wait(0)
    }
  }

  private func obey(_ signal: Int32) {
    switch signal {
    case SIGWINCH:
      if let size = mode.size { happen(.resized(columns: size.columns, rows: size.rows)) }
    case SIGTSTP: suspend()
    case SIGCONT:
      mode.enter()
      comeBack()
    default: mode.end(by: signal)
    }
  }

  private func look(checksFiles: Bool) {
    let now = client.now
    if client.look(checksFiles: checksFiles) { perform(.read) }
    if now != state.now { happen(.minute(now)) }
  }

  private func happen(_ event: Event) {
    let effects: [Effect]
    (state, effects) = update(state, event)
    for effect in effects { perform(effect) }
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .read: happen(client.read(state))
    case .show(let key): happen(client.show(key))
    case .perform(let operation): change(operation)
    case .prompt(let kind): happen(client.prompt(kind))
    case .openLink(let id): happen(client.links(of: id))
    case .complete(let words): happen(.offered(programs.completions(of: words)))
    case .run(let words, let waits): run(words, waits: waits)
    case .sync:
      if programs.startSync() { happen(.syncing) }
    case .mouse: setMouse()
    case .redraw:
      shown = nil
      client.forget()
    case .suspend: suspend()
    case .quit: isOver = true
    }
  }

  private func change(_ operation: Operation) {
    let givesTerminal = client.asksForPassphrase(operation)
    if givesTerminal {
      var event = Event.told("")
      mode.lend { event = client.perform(operation) }
      mode.enter()
      comeBack()
      return happen(event)
    }
    if client.takesLong {
      happen(.saving)
      draw()
    }
    happen(client.perform(operation))
    let text = mode.takeErrors()
    if !text.isEmpty { happen(.told(text)) }
  }

  /// Gives the terminal to a verb, and takes it back when that has ended.
  private func run(_ words: [String], waits: Bool) {
    var (isDone, commits): (Bool, [String]) = (false, [])
    mode.lend { (isDone, commits) = programs.run(words) }
    if waits || !isDone { mode.pause("press a key to come back to tasks ui ") }
    mode.enter()
    comeBack()
    happen(.returned(commits: commits))
  }

  private func suspend() {
    mode.suspend()
    comeBack()
  }

  /// Draws all anew, since another program had the terminal.
  private func comeBack() {
    setMouse()
    shown = nil
    if let size = mode.size { happen(.resized(columns: size.columns, rows: size.rows)) }
    client.forget()
    perform(.read)
  }

  private func setMouse() {
    if state.hasMouse || shown != nil {
      mode.write(Array((state.hasMouse ? FullScreen.mouseOn : FullScreen.mouseOff).utf8))
    }
  }

  private func draw() {
    let screen = view(state, glyphs)
    let bytes = Difference.bytes(from: shown, to: screen, palette)
    if !bytes.isEmpty { mode.write(bytes) }
    shown = screen
  }
}
