#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Standard output for the table, and standard error for messages until then.
enum Console {
  static func say(_ text: String) { write(text + "\n", to: 2) }

  static func print(_ text: String) { write(text, to: 1) }

  private static func write(_ text: String, to file: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(file, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}

/// Calls the C function `write`, which a method of that name hides.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
