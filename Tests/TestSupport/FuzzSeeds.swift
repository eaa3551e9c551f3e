import Foundation

/// The inputs with which a fuzzer begins.
package enum FuzzSeeds {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fuzz/Seeds")

  /// Returns the name and the bytes of each file that was written as an input of a kind: `org`, `md`, `index`, `tree`,
  /// `commit`, `config`, `xml`, `todo`, `foreign`, `word`, `kept`.
  package static func written(_ kind: String) throws -> [(name: String, bytes: [UInt8])] {
    let folder = folder.appendingPathComponent(kind)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try names.sorted().map {
      ($0, [UInt8](try Data(contentsOf: folder.appendingPathComponent($0))))
    }
  }

  /// Returns these, and what long runs found to reach further code.
  package static func all(_ kind: String) throws -> [[UInt8]] {
    let reached = try String(
      contentsOf: folder.appendingPathComponent(kind + ".base64"), encoding: .utf8)
    return try written(kind).map(\.bytes)
      + reached.split(separator: "\n").map { [UInt8](Data(base64Encoded: String($0)) ?? Data()) }
  }
}
