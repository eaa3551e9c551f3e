/// A table of a history on its way to the disk, where it is brought once.
final class UnwrittenTable {
  private var write: (@Sendable () -> Void)?

  init(_ table: HistoryTable, path: String, fingerprint: UInt64) {
    write = { table.write(to: path, fingerprint: fingerprint) }
  }

  /// What writes it, for whoever asks first.
  func take() -> (@Sendable () -> Void)? {
    defer { write = nil }
    return write
  }
}
