import CPlatform

/// Renames that replace no file unseen, each in one step.
package enum FileExchange {
  /// Exchanges the files at two paths.
  ///
  /// - Returns: False, with nothing changed, if one of them does not exist or the file system does not support it.
  package static func exchange(_ one: String, _ other: String) -> Bool {
    #if canImport(Darwin)
      renamex_np(one, other, UInt32(RENAME_SWAP)) == 0
    #else
      platform_exchange(one, other) == 0
    #endif
  }

  /// Renames a file to a name that is free, and replaces nothing.
  ///
  /// - Returns: False, with nothing changed, if the name is taken, the file does not exist, or the file system does not
  ///   support it.
  package static func rename(_ path: String, toFree name: String) -> Bool {
    #if canImport(Darwin)
      renamex_np(path, name, UInt32(RENAME_EXCL)) == 0
    #else
      platform_rename_to_free(path, name) == 0
    #endif
  }
}
