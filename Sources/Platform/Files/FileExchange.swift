import CPlatform

/// Exchanges two files atomically, so that neither name is missing at any moment.
public enum FileExchange {
  /// Exchanges the files at two paths.
  ///
  /// - Returns: False, with nothing changed, if one of them does not exist or the file system does not support it.
  public static func exchange(_ one: String, _ other: String) -> Bool {
    #if canImport(Darwin)
      renamex_np(one, other, UInt32(RENAME_SWAP)) == 0
    #else
      platform_exchange(one, other) == 0
    #endif
  }
}
