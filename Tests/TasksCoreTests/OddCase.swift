import TasksCore
import TestSupport

/// A file in odd spellings, and what two programs make of it as text.
struct OddCase {
  let base: OddFile
  let ours: OddFile
  let theirs: OddFile

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    base = OddCase.file(Format.allCases[Int(seed % 2)], &random)
    ours = OddCase.changed(base, "ours", &random)
    theirs = OddCase.changed(base, "theirs", &random)
  }

  private static func file(_ format: Format, _ random: inout SeededGenerator) -> OddFile {
    var file = OddFile(format: format)
    for (name, spellings) in OddFile.spellings(format)
    where OddFile.isRequired(name) || random.chance(50) {
      file.pieces.append(.init(name: name, spelling: random.pick(spellings)))
    }
    if format == .markdown { file.pieces.shuffle(using: &random) }
    if random.chance(70) { file.notes = (0..<random.below(9)).map { "line \($0)" } }
    if file.notes.first == "" { file.notes = [] }
    if random.chance(40) { file.log = (0..<3).reversed().map { item("old", $0, format) } }
    if random.chance(15) { file.lineEnd = "\r\n" }
    file.hasLastLineEnd = random.chance(85)
    return file
  }

  private static func item(_ name: String, _ minute: Int, _ format: Format) -> String {
    format == .org
      ? "- Note taken on [2026-11-20 pá 9:1\(minute)] \\\\\n  \(name) \(minute)"
      : "- 2026-11-20 09:1\(minute)  note: \(name) \(minute)"
  }

  private static func changed(
    _ base: OddFile, _ side: String, _ random: inout SeededGenerator
  ) -> OddFile {
    var file = base
    let all = OddFile.spellings(base.format)
    for turn in 0...random.below(4) {
      let (name, spellings) = random.pick(all)
      let place = file.pieces.firstIndex { $0.name == name }
      switch random.below(10) {
      case 0...5:
        let spelling = random.pick(spellings)
        if let place {
          file.pieces[place].spelling = spelling
        } else {
          let piece = OddFile.Piece(name: name, spelling: spelling)
          let end = file.pieces.count
          file.pieces.insert(piece, at: base.format == .org ? end : random.below(end + 1))
        }
      case 6:
        if let place, !OddFile.isRequired(name) { file.pieces.remove(at: place) }
      case 7:
        let place = random.below(file.notes.count + 1)
        file.notes.insert("\(side) \(turn)", at: place)
      case 8:
        file.log.insert(item(side, 3 + turn, base.format), at: 0)
      default:
        if base.format == .org {
          file.pieces = all.compactMap { name, _ in file.pieces.first { $0.name == name } }
        }
      }
    }
    if base.format == .org {
      file.pieces = all.compactMap { name, _ in file.pieces.first { $0.name == name } }
    }
    return file
  }

  /// The spellings of a group's pieces, by their names.
  static func spellings(_ file: OddFile, _ group: String) -> [String: OddFile.Spelling] {
    var found: [String: OddFile.Spelling] = [:]
    for piece in file.pieces where OddFile.group(piece.name) == group {
      found[piece.name] = piece.spelling
    }
    return found
  }
}
