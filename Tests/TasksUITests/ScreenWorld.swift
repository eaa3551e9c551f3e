import Foundation
import StoreTestSupport
import TasksCore
import TasksStore
import TasksSync
import TasksTerminal
import TasksUI
import Testing

/// The client on a store, with effects done as the program does them, without a terminal.
final class ScreenWorld {
  let world: StoreWorld
  let client: StoreClient
  private(set) var state: ScreenState
  /// What effects asked for that only a terminal can do.
  private(set) var asked: [Effect] = []
  var glyphs = Terminal(hasColor: true, width: 80).glyphs

  /// Tasks with fixed ids, as `tasks add` reads them.
  static let tasks: [(id: String, line: String)] = [
    ("hdb", "Pay the rent list:home due:2026-10-29"),
    ("k7m", "Call Bob about invoice 42 pri:A @office +phone list:work due:today@9:00 / - [ ] one"),
    ("ab1", "Water the plants list:home due:today every:3d"),
    ("etd", "Start the report pri:B +urgent list:work sched:mon effort:2h"),
    ("bjz", "Buy stamps for 日本語 and a very long title that is cut +phone list:home"),
    ("m3x", "Offer from the roofer @home list:home due:2026-12-12"),
    ("w8e", "Ask e\u{301}mile 👨‍👩‍👧 about the key ❤️ +phone list:home"),
    ("sha", "שלום +phone list:home"), ("n1i", "New idea list:inbox"),
  ]

  init(
    _ lines: [(id: String, line: String)] = ScreenWorld.tasks, words: [String] = ["order"],
    columns: Int = 80, rows: Int = 24, settings: ScreenState.Settings = ScreenState.Settings()
  ) throws {
    world = try StoreWorld()
    let store = try world.create()
    _ = try store.write("add") { reading in
      var new = NewTasks(in: store, after: reading)
      return try lines.map { id, line in
        let now = store.context.clock().now
        return .add(try new.task(QuickAdd.read(line: line, now: now), id: TaskID(Text(id))))
      }
    }
    client = try StoreClient(world.root, try world.context(), glyphs)
    let (place, filter) = try client.start(words)
    state = ScreenState(
      place: place, filter: filter, size: (columns, rows), now: client.now,
      reading: ScreenState.Reading(rows: RowSource(), total: 0), settings: settings)
    happen(client.read(state))
  }

  /// Another client on the same store, with nothing shown yet.
  func happen(_ event: Event) {
    let effects: [Effect]
    (state, effects) = update(state, event)
    for effect in effects {
      switch effect {
      case .read: happen(client.read(state))
      case .show(let key): happen(client.show(key))
      case .prompt(let kind): happen(client.prompt(kind))
      case .openLink(let id): happen(client.links(of: id))
      case .perform(let operation): happen(client.perform(operation))
      default: asked.append(effect)
      }
    }
  }

  /// Presses keys by their names, separated by blanks.
  func press(_ names: String) { for key in KeyTable.keys(names) { happen(.input(.key(key))) } }

  func type(_ text: String) {
    for character in text { happen(.input(.key(Key(character)))) }
  }

  /// Reads what other programs have changed.
  func reload() {
    client.forget()
    happen(client.read(state))
  }

  var screen: Screen { view(state, glyphs) }
  var ids: [String] { state.rows.rows.compactMap { $0.id?.text.string } }
  var current: String? { state.current?.id?.text.string }
  var message: String { state.message?.text ?? "" }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Screens")

  /// Compares the screen with a file of Screens; `TASKS_WRITE_SCREENS=1` writes it.
  func expect(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let file = ScreenWorld.folder.appendingPathComponent(name + ".txt")
    let text = screen.text
    if ProcessInfo.processInfo.environment["TASKS_WRITE_SCREENS"] != nil {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let wanted = try String(contentsOf: file, encoding: .utf8)
    #expect(text == wanted, "\(name):\n\(text)", sourceLocation: sourceLocation)
  }
}
