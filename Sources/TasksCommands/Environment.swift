import Platform

/// The names of this process's environment variables.
enum Environment {
  static var names: [String] {
    var names: [String] = []
    var entry = environ
    while let line = entry.pointee {
      let count = strcspn(line, "=")
      names.append(
        line.withMemoryRebound(to: UInt8.self, capacity: count) {
          String(decoding: UnsafeBufferPointer(start: $0, count: count), as: UTF8.self)
        })
      entry += 1
    }
    return names
  }
}
