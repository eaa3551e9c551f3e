#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The variables this process was given.
enum Environment {
  static var names: [String] {
    var names: [String] = []
    var entry = environ
    while let line = entry.pointee {
      names.append(String(String(cString: line).prefix { $0 != "=" }))
      entry += 1
    }
    return names
  }
}
