import Foundation

/// The recorded inputs of `Tests/Fuzz/Seeds`, with which .ci/fuzz begins.
package enum FuzzSeeds {
  /// Returns the name and the bytes of each input of a kind: `org`, `md`, `index`, `tree`, `commit`, `config`,
  /// `xml`, `todo`, `foreign`, `word`.
  package static func all(_ kind: String) throws -> [(name: String, bytes: [UInt8])] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fuzz/Seeds/\(kind)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try names.sorted().map {
      ($0, [UInt8](try Data(contentsOf: folder.appendingPathComponent($0))))
    }
  }
}
