/// Paths that are handled as bytes. Swift joins a slash and a combining accent after it into one character, and takes
/// NFC and NFD forms as equal; for git and most file systems a slash is always a separator, and the two forms are two
/// names.
extension StringProtocol where UTF8View: BidirectionalCollection {
  /// The index of the last slash.
  @inlinable package var lastSlash: Index? { utf8.lastIndex(of: UInt8(ascii: "/")) }

  /// The components of the path, in order.
  @inlinable package func names(keepingEmpty: Bool = false) -> [String] {
    utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: !keepingEmpty)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether the path has these bytes as a prefix; for a folder, pass its path with a slash at the end.
  @inlinable package func begins(with path: String) -> Bool { utf8.starts(with: path.utf8) }

  /// Returns the rest of the path after a prefix that it has.
  @inlinable package func dropping(_ path: String) -> String {
    String(decoding: utf8.dropFirst(path.utf8.count), as: UTF8.self)
  }
}
