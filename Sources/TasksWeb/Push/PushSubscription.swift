import Platform

/// Where a browser takes pushed messages, as its push service has said.
package struct PushSubscription: Sendable, Equatable {
  let endpoint: String
  /// The browser's public key, 65 bytes.
  let point: [UInt8]
  /// The browser's secret, 16 bytes.
  let auth: [UInt8]

  package init?(endpoint: String, point: String, auth: String) {
    guard endpoint.hasPrefix("https://"), endpoint.utf8.count <= 2000,
      endpoint.utf8.allSatisfy({ $0 > 32 && $0 < 127 && $0 != 0x22 && $0 != 0x5C }),
      let key = [UInt8](base64URL: point), key.count == 65,
      let secret = [UInt8](base64URL: auth), secret.count == 16
    else { return nil }
    (self.endpoint, self.point, self.auth) = (endpoint, key, secret)
  }

  /// The scheme and the host of the service.
  var origin: String {
    endpoint.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3)
      .joined(separator: "/")
  }

  // MARK: In the file

  var line: String { "\(endpoint) \(point.base64URL) \(auth.base64URL)" }

  init?(line: Substring) {
    let parts = line.split(separator: " ").map(String.init)
    guard parts.count == 3 else { return nil }
    self.init(endpoint: parts[0], point: parts[1], auth: parts[2])
  }
}
