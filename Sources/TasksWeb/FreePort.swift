import Platform
import TasksStore

/// Looks whether a port of this machine can be listened on.
enum FreePort {
  /// - Returns: The port.
  /// - Throws: `invalid` for one that is in use or not allowed, with one that is free.
  static func check(_ port: UInt16) throws -> UInt16 {
    let code = bindingFails(port)
    guard code != 0 else { return port }
    let reason =
      code == EADDRINUSE
      ? "is in use by another program" : "cannot be used: \(String(cString: strerror(code)))"
    let other = (max(port, 1023)..<UInt16.max).lazy.map { $0 + 1 }.prefix(50).first {
      bindingFails($0) == 0
    }
    throw StoreError.invalid(
      "port \(port) \(reason)" + (other.map { "; try: tasks web --port \($0)" } ?? ""))
  }

  /// Returns the error of an attempt to listen; 0 for none.
  private static func bindingFails(_ port: UInt16) -> Int32 {
    let file = LoopbackSocket.open()
    guard file >= 0 else { return errno }
    defer { close(file) }
    return LoopbackSocket.bind(file, port) == 0 ? 0 : errno
  }
}
