import Platform
import TasksStore

/// What this clone remembers of files in a folder of plain files from one sync to the next.
///
/// A file that is missing, or ends in the middle of a line, waits: if it is still so at the next sync, it is meant so. A
/// program that carries files may have been on its way. If what is remembered is lost, it waits for another sync.
struct WaitingFiles {
  enum State: Equatable {
    case missing
    /// The content that ends in the middle of a line, as git names it.
    case cutOff(String)
    /// It was missing for so long that its task was moved to the trash.
    case trashed

    fileprivate init?(_ word: String) {
      switch word {
      case "missing": self = .missing
      case "trashed": self = .trashed
      default: self = .cutOff(word)
      }
    }

    fileprivate var word: String {
      switch self {
      case .missing: "missing"
      case .trashed: "trashed"
      case .cutOff(let content): content
      }
    }
  }

  private struct Entry: Equatable {
    let state: State
    /// The sync that has seen it first.
    let sync: String
  }

  private let file: String
  /// The name of this sync, which no other one has.
  private let sync: String
  private let entries: [String: Entry]

  /// - Parameter folder: Where this clone keeps what it knows of a place.
  init(in folder: String, sync: String) {
    file = "\(folder)/waiting"
    self.sync = sync
    let bytes = (try? StoreFile.readIfThere(file)) ?? nil
    var entries: [String: Entry] = [:]
    for line in (bytes ?? []).split(separator: 0) {
      let words = line.split(separator: 0x20, maxSplits: 2).map {
        String(decoding: $0, as: UTF8.self)
      }
      guard words.count == 3, let state = State(words[0]) else { continue }
      entries[words[2]] = Entry(state: state, sync: words[1])
    }
    self.entries = entries
  }

  /// Whether a file was in this state at an earlier sync. One sync may look at a place several times.
  func was(_ path: String, _ state: State) -> Bool {
    entries[path].map { $0.state == state && $0.sync != sync } ?? false
  }

  /// Whether a file's task is in the trash since the file was missing.
  func isTrashed(_ path: String) -> Bool { entries[path]?.state == .trashed }

  var trashed: [String] { entries.filter { $1.state == .trashed }.map(\.key) }

  func replace(with states: [String: State]) throws {
    var new: [String: Entry] = [:]
    for (path, state) in states {
      let old = entries[path]
      new[path] = old?.state == state ? old : Entry(state: state, sync: sync)
    }
    guard new != entries else { return }
    if new.isEmpty { return try StoreFile.remove(file) }
    let lines = new.ordered { $0.key < $1.key }.map {
      Array("\($1.state.word) \($1.sync) \($0)\0".utf8)
    }
    try StoreFile.write(lines.flatMap(\.self), to: file, durable: false, makesFolder: true)
  }
}
