/// A message as a push service carries it: encrypted for one browser (RFC 8291), in one record of aes128gcm (RFC 8188).
package struct PushPayload {
  /// The record size in the header, which holds every message a service takes.
  private static let recordSize: UInt32 = 4096

  package let bytes: [UInt8]

  /// Encrypts a text.
  ///
  /// - Parameters:
  ///   - point: The browser's public key, `p256dh`.
  ///   - auth: The browser's secret, `auth`.
  ///   - secret: The private key of this message.
  ///   - salt: 16 random bytes.
  package init(
    _ text: [UInt8], for point: [UInt8], auth: [UInt8], secret: [UInt8], salt: [UInt8]
  ) throws {
    let own = try PushCrypto.point(of: secret)
    let shared = try PushCrypto.agree(secret, point)
    let info = Array("WebPush: info\0".utf8) + point + own
    let key = PushCrypto.derive(32, from: shared, salt: auth, info: info)
    let content = PushCrypto.derive(
      16, from: key, salt: salt, info: Array("Content-Encoding: aes128gcm\0".utf8))
    let nonce = PushCrypto.derive(
      12, from: key, salt: salt, info: Array("Content-Encoding: nonce\0".utf8))
    // The delimiter of the last record.
    let sealed = try PushCrypto.seal(text + [2], key: content, nonce: nonce)
    let size = withUnsafeBytes(of: PushPayload.recordSize.bigEndian) { Array($0) }
    bytes = salt + size + [UInt8(own.count)] + own + sealed
  }

  /// Encrypts a text with a key and a salt of its own.
  init(_ text: [UInt8], for subscription: PushSubscription) throws {
    try self.init(
      text, for: subscription.point, auth: subscription.auth, secret: try PushCrypto.makeSecret(),
      salt: (0..<16).map { _ in UInt8.random(in: 0...255) })
  }
}
