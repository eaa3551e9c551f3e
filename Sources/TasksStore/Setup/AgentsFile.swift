import Git
import Platform

/// The section about tasks in the file `AGENTS.md`, which agents read first, at the top of a work tree.
///
/// The section is between two lines that mark it. The rest of the file is never changed. The file is the user's, and
/// is not committed.
package struct AgentsFile {
  package let path: String
  private let section: [UInt8]

  private static let first = "<!-- tasks: begin -->"
  private static let last = "<!-- tasks: end -->"

  package init(of store: TaskStore) {
    path = store.repository.workTree + "/AGENTS.md"
    let folder = store.prefix.dropLast()
    let place =
      folder.isEmpty
      ? "in this repository"
      : "in the folder `\(folder)`; run `tasks` there, or with `--store \(folder)`"
    section = Array(
      """
      \(AgentsFile.first)
      ## Tasks

      What is to be done is kept with the program `tasks`, \(place).

      - First read `tasks help agents`.
      - `tasks ready --claim --json` takes the next task, `tasks show ID --json` prints one.
      - `tasks add --json TITLE discovered-from:ID` notes what you find and do not do now.
      - `tasks done ID --json` finishes it, `tasks reopen ID --json` gives it back.
      - Do not keep other lists of things to do, and do not edit the files of tasks.
      \(AgentsFile.last)

      """.utf8)
  }

  /// Adds the section, or brings it up to date; removes it with its marks if it is not wanted. A file that holds
  /// nothing else is removed with it.
  ///
  /// - Returns: Whether anything changed, or would.
  package func update(isWanted: Bool, dryRun: Bool = false) throws -> Bool {
    // The file may be a link to one of another name.
    let path = File.kind(path) == .other ? File.realPath(path) : path
    let old = try StoreFile.readIfThere(path)
    let new = try changed(old ?? [], isWanted: isWanted)
    guard new != old ?? [] else { return false }
    if dryRun { return true }
    guard !new.isEmpty else {
      try StoreFile.remove(path)
      return true
    }
    try StoreFile.write(new, to: path + ".tasks-new", modeOf: path, durable: false)
    try StoreFile.rename(path + ".tasks-new", to: path)
    return true
  }

  private func changed(_ old: [UInt8], isWanted: Bool) throws -> [UInt8] {
    let lines = old.split(separator: 0x0A, omittingEmptySubsequences: false)
    func line(_ mark: String) -> ArraySlice<UInt8>? {
      lines.first { line in [mark, mark + "\r"].contains { line.elementsEqual($0.utf8) } }
    }
    guard let first = line(AgentsFile.first) else {
      guard isWanted else { return old }
      let gap: [UInt8] = old.isEmpty ? [] : old.last == 0x0A ? [0x0A] : [0x0A, 0x0A]
      return old + gap + section
    }
    guard let last = line(AgentsFile.last), last.startIndex > first.startIndex else {
      throw StoreError.invalid(
        "\(path) has the line \(AgentsFile.first) without \(AgentsFile.last) after it; mend that first"
      )
    }
    var before = Array(old[..<first.startIndex])
    let after = old[min(last.endIndex + 1, old.count)...]
    // The blank line that was added before the section.
    if !isWanted, before.suffix(2) == [0x0A, 0x0A] { before.removeLast() }
    return before + (isWanted ? section : []) + after
  }
}
