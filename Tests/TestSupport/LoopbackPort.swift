import Foundation

/// Ports of 127.0.0.1.
package enum LoopbackPort {
  /// Returns one that nobody listens at now.
  package static func free() -> Int {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(file) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(file, $0, length)
        getsockname(file, $0, &length)
      }
      return Int(UInt16(bigEndian: $0.pointee.sin_port))
    }
  }
}
