import Platform

/// The hash by which a repository names its objects (git-init(1), `--object-format`).
public enum ObjectFormat: String, Hashable, Sendable {
  case sha1
  case sha256

  /// Of an id, in bytes.
  var size: Int { self == .sha1 ? 20 : 32 }

  /// What git says where there is no object: an id of zeros.
  var nothing: String { String(repeating: "0", count: 2 * size) }

  /// The digest of some bytes, with others before them.
  func digest(_ body: UnsafeRawBufferPointer, after head: [UInt8] = []) -> [UInt8] {
    self == .sha1 ? SHA1.digest(body, after: head) : SHA256.digest(body, after: head)
  }
}

/// What an object is, by the numbers that packs give the kinds.
enum ObjectKind: UInt8 {
  case commit = 1
  case tree, blob, tag

  /// What a message calls it.
  var word: String { self == .blob ? "file" : name }

  /// What git puts before the content of an object.
  func header(size: Int) -> [UInt8] { Array("\(name) \(size)\0".utf8) }

  /// What git calls it.
  var name: String {
    switch self {
    case .commit: "commit"
    case .tree: "tree"
    case .blob: "blob"
    case .tag: "tag"
    }
  }
}
