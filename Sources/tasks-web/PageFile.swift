import TasksCore

/// A file of the page.
struct PageFile: Sendable {
  let bytes: [UInt8]
  /// Differs with the content (RFC 9110, 8.8.3).
  let tag: String

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // FNV-1a: https://datatracker.ietf.org/doc/html/draft-eastlake-fnv
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    tag = "\"\(String(hash, radix: 36))\""
  }

  /// All files by their names.
  static let all: [String: PageFile] = [
    "index.html": PageFile(PackageResources.index_html)
  ]
}
