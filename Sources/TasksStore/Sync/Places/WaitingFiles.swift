import Platform
import TasksCore

/// Files of a folder in which something was odd at the last sync: they are missing, or end in the middle of a line. If
/// they are still so at the next one, they are meant so; a program that carries files may have been on its way.
///
/// If the file of this is lost, they wait for another sync.
struct WaitingFiles {
  private let file: String
  /// The content of each, as git names it; empty for one that is missing.
  private let waiting: [String: String]

  /// - Parameter folder: What is kept here of a place.
  init(in folder: String) {
    file = "\(folder)/waiting"
    let bytes = (try? StoreFile.readIfThere(file)) ?? nil
    var waiting: [String: String] = [:]
    for entry in (bytes ?? []).split(separator: 0) {
      let words = entry.split(separator: 0x20, maxSplits: 1, omittingEmptySubsequences: false)
      guard words.count == 2 else { continue }
      waiting[String(decoding: words[1], as: UTF8.self)] = String(decoding: words[0], as: UTF8.self)
    }
    self.waiting = waiting
  }

  var isEmpty: Bool { waiting.isEmpty }

  /// Whether a file was the same when it began to wait.
  func has(_ path: String, _ content: String) -> Bool { waiting[path] == content }

  func replace(with others: [String: String]) throws {
    guard others != waiting else { return }
    if others.isEmpty { return try StoreFile.remove(file) }
    let entries = others.sorted { $0.key < $1.key }.map { Array("\($1) \($0)\0".utf8) }
    try StoreFile.write(entries.flatMap(\.self), to: file, durable: false, makesFolder: true)
  }
}
