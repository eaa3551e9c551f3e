/// A socket of this machine alone, 127.0.0.1.
package enum LoopbackSocket {
  /// Opens a socket; negative if there is none to be had.
  package static func open() -> Int32 {
    #if canImport(Darwin)
      let file = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    guard file >= 0 else { return file }
    // A port whose last connections are still closing is free.
    var isOn: Int32 = 1
    setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
    return file
  }

  /// Binds a socket to a port. Returns 0, or -1 with `errno`.
  package static func bind(_ file: Int32, _ port: UInt16) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        #if canImport(Darwin)
          Darwin.bind(file, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
        #else
          Glibc.bind(file, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
        #endif
      }
    }
  }
}
