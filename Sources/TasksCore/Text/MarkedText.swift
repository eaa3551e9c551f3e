/// A text with conflict markers, split into the versions that git could not merge (git-merge(1), "How conflicts are
/// presented").
///
/// Markers are seven characters long, or as long as the attribute `conflict-marker-size` says, or longer: git adds
/// one for files that both sides renamed, and two for each level of merge bases. All markers of a conflict have the
/// same length, so markers of another length are part of a version, which may have conflicts of its own.
package struct MarkedText {
  package private(set) var ours: [UInt8] = []
  package private(set) var theirs: [UInt8] = []
  /// Nil if the markers do not include it.
  package private(set) var base: [UInt8]?

  /// The lines of both versions, one after the other.
  package private(set) var union: [UInt8] = []

  private enum Part { case both, ours, base, theirs }

  /// A line that separates versions.
  private struct Marker: Equatable {
    let kind: UInt8
    let length: Int

    /// Parses at least `least` times one of `<|=>`, followed by a blank or the line's end.
    init?(_ line: ArraySlice<UInt8>, _ least: Int) {
      guard let kind = line.first, "<|=>".utf8.contains(kind) else { return nil }
      let rest = line.drop { $0 == kind }
      length = line.count - rest.count
      guard length >= least, [0x20, 0x0A, 0x0D].contains(rest.first ?? 0x0A) else { return nil }
      self.kind = kind
    }
  }

  /// The length of git's markers by default.
  package static let usualLength = 7

  /// Returns nil for a text without a complete conflict.
  ///
  /// - Parameter least: The least length of a marker.
  package init?(_ bytes: [UInt8], least: Int = usualLength) {
    guard MarkedText.mayBe(bytes, least: least) else { return nil }
    var part = Part.both
    var length = 0
    var conflicts = 0
    var bases = 0
    var old: [UInt8] = []
    for place in ByteLines(bytes[...]) {
      let line = bytes[place.range]
      let marker = Marker(line, least).flatMap { part == .both || $0.length == length ? $0 : nil }
      switch (part, marker?.kind) {
      case (.both, UInt8(ascii: "<")):
        part = .ours
        length = marker?.length ?? 0
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
        union += line
      case (.ours, _):
        ours += line
        union += line
      case (.base, _): old += line
      case (.theirs, _):
        theirs += line
        union += line
      }
    }
    guard part == .both, conflicts > 0 else { return nil }
    base = bases == conflicts ? old : nil
  }

  package static func isMarker(_ line: ArraySlice<UInt8>) -> Bool {
    Marker(line, usualLength) != nil
  }

  /// Returns whether any line begins like a marker; fast, since few files have one.
  package static func mayBe(_ bytes: [UInt8], least: Int) -> Bool {
    var index = bytes.startIndex
    while let found = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      let isStart = found == 0 || bytes[found - 1] == 0x0A
      if isStart, bytes[found...].prefix(least).allSatisfy({ $0 == bytes[found] }) { return true }
      index = found + 1
    }
    return false
  }
}
