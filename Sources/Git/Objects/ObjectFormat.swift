import Platform

/// The hash function that names the objects of a repository (git-init(1), `--object-format`).
package enum ObjectFormat: String, Hashable, Sendable {
  case sha1
  case sha256

  /// The size of an id in bytes.
  var size: Int { self == .sha1 ? 20 : 32 }

  /// The null id in hexadecimal digits, all zeros, which git uses for "no object".
  var nothing: String { String(repeating: "0", count: 2 * size) }

  /// Computes the digest of `head` followed by `body`.
  func digest(_ body: UnsafeRawBufferPointer, after head: [UInt8] = []) -> [UInt8] {
    self == .sha1 ? SHA1.digest(body, after: head) : SHA256.digest(body, after: head)
  }
}

/// The type of an object, by its number in pack files (gitformat-pack(5)).
package enum ObjectKind: UInt8 {
  case commit = 1
  case tree, blob, tag

  /// The word for the type in messages.
  var word: String { self == .blob ? "file" : name }

  /// Returns the header that git hashes and stores before the content of an object.
  func header(size: Int) -> [UInt8] { Array("\(name) \(size)\0".utf8) }

  /// git's name of the type.
  var name: String {
    switch self {
    case .commit: "commit"
    case .tree: "tree"
    case .blob: "blob"
    case .tag: "tag"
    }
  }
}
