import TasksCore

/// A text with conflict markers in it, taken apart into the versions that git could not merge (git-merge(1),
/// "How conflicts are presented").
struct MarkedText {
  private(set) var ours: [UInt8] = []
  private(set) var theirs: [UInt8] = []
  /// Nil where the markers do not tell.
  private(set) var base: [UInt8]?

  private enum Part { case both, ours, base, theirs }

  /// Nil for a text without whole conflicts.
  init?(_ bytes: [UInt8]) {
    guard MarkedText.mayBe(bytes) else { return nil }
    var part = Part.both
    var conflicts = 0
    var bases = 0
    var old: [UInt8] = []
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.endIndex
      let line = bytes[start..<end]
      start = end
      switch (part, MarkedText.marker(line)) {
      case (.both, UInt8(ascii: "<")): part = .ours
      case (.ours, UInt8(ascii: "|")):
        part = .base
        bases += 1
      case (.ours, UInt8(ascii: "=")), (.base, UInt8(ascii: "=")): part = .theirs
      case (.theirs, UInt8(ascii: ">")):
        part = .both
        conflicts += 1
      case (.both, _):
        ours += line
        theirs += line
        old += line
      case (.ours, _): ours += line
      case (.base, _): old += line
      case (.theirs, _): theirs += line
      }
    }
    guard part == .both, conflicts > 0 else { return nil }
    base = bases == conflicts ? old : nil
  }

  /// Which of `<|=>` a line marks a conflict with: seven of them, then a blank or nothing.
  private static func marker(_ line: ArraySlice<UInt8>) -> UInt8? {
    guard let first = line.first, "<|=>".utf8.contains(first), line.prefix(7).count == 7,
      line.prefix(7).allSatisfy({ $0 == first })
    else { return nil }
    guard let next = line.dropFirst(7).first else { return first }
    return next == 0x20 || next == 0x0A || next == 0x0D ? first : nil
  }

  /// A quick look: most files have no line that begins so.
  private static func mayBe(_ bytes: [UInt8]) -> Bool {
    var index = bytes.startIndex
    while let found = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      if found == 0 || bytes[found - 1] == 0x0A, marker(bytes[found...].prefix(8)) != nil {
        return true
      }
      index = found + 1
    }
    return false
  }
}
