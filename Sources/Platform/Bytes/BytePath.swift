/// Paths by their bytes. Swift takes a slash and an accent that a name begins with for one character, and two spellings
/// of an accent for one; to git, and to most file systems, a slash is a slash and those are two names.
extension StringProtocol where UTF8View: BidirectionalCollection {
  /// Where the last slash stands.
  @inlinable public var lastSlash: Index? { utf8.lastIndex(of: UInt8(ascii: "/")) }

  /// The names along a path, in order.
  @inlinable public func names(keepingEmpty: Bool = false) -> [String] {
    utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: !keepingEmpty)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether it begins with these bytes; a folder is asked for with the slash behind it.
  @inlinable public func begins(with path: String) -> Bool { utf8.starts(with: path.utf8) }

  /// What follows a path that this one begins with.
  @inlinable public func dropping(_ path: String) -> String {
    String(decoding: utf8.dropFirst(path.utf8.count), as: UTF8.self)
  }
}
