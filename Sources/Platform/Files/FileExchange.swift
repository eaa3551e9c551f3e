import CPlatform

/// Two files change places, so that neither is missing in between and what was in either's place is still there.
public enum FileExchange {
  /// - Returns: False where one is not there, or the file system cannot do it; then nothing has happened.
  public static func exchange(_ one: String, _ other: String) -> Bool {
    #if canImport(Darwin)
      renamex_np(one, other, UInt32(RENAME_SWAP)) == 0
    #else
      platform_exchange(one, other) == 0
    #endif
  }
}
