/// The base of a text that somebody has made of some version of another, nobody knows of which: the version of which the
/// text lacks the fewest words, and of several the one to which it adds the fewest.
///
/// What a text lacks may be new in the version, or removed by the edit; nobody can tell. A merge on a base that is too old
/// finds the same changes on both sides and at worst keeps what was to go, or has a line twice; one on a base that is too
/// new takes changes back. So in doubt the older one is the base.
package enum LikelyBase {
  /// - Parameter versions: The latest first.
  /// - Returns: One of the versions; nil if there are none.
  package static func of(_ text: [UInt8], among versions: [[UInt8]]) -> [UInt8]? {
    let own = words(text)
    let ranked = versions.map { version in
      let other = words(version)
      let hunks = LineDifference(other, own).hunks
      return (
        version: version, lacking: hunks.reduce(0) { $0 + count(other[$1.old]) },
        added: hunks.reduce(0) { $0 + count(own[$1.new]) }
      )
    }
    return ranked.reversed().min { ($0.lacking, $0.added) < ($1.lacking, $1.added) }?.version
  }

  /// The words, and the ends of lines as empty ones.
  private static func words(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
    var words: [ArraySlice<UInt8>] = []
    for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
      words += line.split { $0 == 0x20 || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ",") }
      words.append([])
    }
    return words
  }

  private static func count(_ words: ArraySlice<ArraySlice<UInt8>>) -> Int {
    words.count { !$0.isEmpty }
  }
}
