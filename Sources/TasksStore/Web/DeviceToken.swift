import Platform
import TasksCore

/// A browser that may use the store through the web server of this clone, and what its token is checked against.
package struct DeviceToken: Sendable, Equatable {
  /// The device that its changes name (``Device/id``).
  package let id: String
  package let name: String
  package let created: Timestamp
  /// The SHA-256 of the token, in hexadecimal digits.
  let digest: String

  /// The device as which the browser changes tasks.
  package var device: Device { Device(id: id, name: name) }

  init(id: String, name: String, created: Timestamp, digest: String) {
    (self.id, self.name, self.created, self.digest) = (id, name, created, digest)
  }

  /// Makes a token of 256 random bits.
  ///
  /// - Returns: What is kept of it, and the token itself, which is kept nowhere.
  static func make(_ name: String, now: Timestamp) -> (kept: DeviceToken, token: String) {
    var generator = SystemRandomNumberGenerator()
    let token = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }.base64URL
    let random = TaskID(using: &generator).text.string.prefix(8)
    let id = "\(TaskPath.slug(Text(name)))-\(random)"
    let kept = DeviceToken(id: id, name: name, created: now, digest: digest(of: token))
    return (kept, token)
  }

  static func digest(of token: String) -> String {
    Array(token.utf8).withUnsafeBytes { SHA256.digest($0) }.hex
  }

  // MARK: In the file

  /// The line of the file: the id, the digest, the time and the name, which may have blanks.
  var line: String { "\(id) \(digest) \(created.iso) \(name)" }

  init?(line: Substring) {
    let parts = line.split(separator: " ", maxSplits: 3).map(String.init)
    guard parts.count == 4, parts[1].utf8.count == 64, let created = Timestamp(iso: parts[2]) else {
      return nil
    }
    self.init(id: parts[0], name: parts[3], created: created, digest: parts[1])
  }
}

extension [UInt8] {
  fileprivate var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
