import Git
import Platform

/// A file of the work tree before and after a transaction, as the journal records it.
package struct InstalledFile: Equatable {
  /// In the repository.
  package let path: String
  /// The ids of the bytes before and after, or of a link's target; nil for no file.
  let old: ObjectID?
  var new: ObjectID?
  /// What the file was before: plain, executable or a link.
  let oldMode: FileMode

  package init(path: String, old: ObjectID?, new: ObjectID?, oldMode: FileMode = .file) {
    (self.path, self.old, self.new, self.oldMode) = (path, old, new, oldMode)
  }

  private static let signs: [(mode: FileMode, sign: Substring)] = [
    (.file, "-"), (.executable, "x"), (.link, "l"),
  ]

  /// Its record in the journal.
  var text: String {
    let sign = InstalledFile.signs.first { $0.mode == oldMode }?.sign ?? "-"
    return "\(old?.hex ?? "none") \(new?.hex ?? "none") \(sign) \(path)"
  }

  /// Nil for anything else.
  init?(text: String) {
    // Split by bytes: Swift takes a blank and an accent after it for one character.
    let words = text.utf8.split(
      separator: UInt8(ascii: " "), maxSplits: 3, omittingEmptySubsequences: false
    ).map { Substring($0) }
    guard words.count == 4, !words[3].isEmpty,
      let mode = InstalledFile.signs.first(where: { $0.sign == words[2] })?.mode
    else { return nil }
    (old, new) = (ObjectID(hex: String(words[0])), ObjectID(hex: String(words[1])))
    guard old != nil || words[0] == "none", new != nil || words[1] == "none" else { return nil }
    oldMode = mode
    path = String(words[3])
  }
}
