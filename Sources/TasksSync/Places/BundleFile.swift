import Git
import Platform

/// The head of a bundle of git (gitformat-bundle(5)): what is in it, without a start of git.
struct BundleFile {
  /// The commits of branches, by their full names.
  let references: [String: ObjectID]
  /// The commits that whoever takes the bundle over must have.
  let needs: [ObjectID]
  /// In bytes, of the whole file.
  let size: Int

  /// The header of a bundle of one branch has some 200 bytes.
  private static let longestHeader = 65_536

  /// Nil for a file that is no bundle, or only the beginning of one.
  init?(_ path: String) {
    guard let size = File.size(path), size > 0,
      let bytes = File.beginning(of: path, BundleFile.longestHeader)
    else { return nil }
    var references: [String: ObjectID] = [:]
    var needs: [ObjectID] = []
    var rest = bytes[...]
    var isFirst = true
    while let end = rest.firstIndex(of: 0x0A) {
      let line = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[(end + 1)...]
      if isFirst {
        guard line == "# v2 git bundle" || line == "# v3 git bundle" else { return nil }
        isFirst = false
      } else if line.isEmpty {
        guard !references.isEmpty else { return nil }
        (self.references, self.needs, self.size) = (references, needs, size)
        return
      } else if line.hasPrefix("-") {
        guard let id = ObjectID(hex: String(line.dropFirst().prefix { $0 != " " })) else {
          return nil
        }
        needs.append(id)
      } else if !line.hasPrefix("@") {
        let words = line.split(separator: " ", maxSplits: 1)
        guard words.count == 2, let id = ObjectID(hex: String(words[0])) else { return nil }
        references[String(words[1])] = id
      }
    }
    return nil
  }
}
