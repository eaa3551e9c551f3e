import CPushCrypto
import Platform
import TasksStore

/// The cryptography of Web Push, by mbedTLS.
enum PushCrypto {
  /// Makes the secret of a key pair of P-256, 32 bytes.
  static func makeSecret() throws -> [UInt8] {
    try output(32) { push_make_secret($0) }
  }

  /// The public point of a secret, 65 bytes.
  static func point(of secret: [UInt8]) throws -> [UInt8] {
    try check(secret, 32)
    return try output(65) { push_point(secret, $0) }
  }

  /// What the owners of a secret and of a point share, 32 bytes.
  static func agree(_ secret: [UInt8], _ point: [UInt8]) throws -> [UInt8] {
    try check(secret, 32)
    try check(point, 65)
    return try output(32) { push_agree(secret, point, $0) }
  }

  /// Encrypts with AES-128-GCM; the tag is at the end.
  static func seal(_ text: [UInt8], key: [UInt8], nonce: [UInt8]) throws -> [UInt8] {
    try check(key, 16)
    try check(nonce, 12)
    return try output(text.count + 16) { push_seal(key, nonce, text, text.count, $0) }
  }

  /// Signs a text with ECDSA over P-256 and SHA-256, 64 bytes.
  static func sign(_ text: [UInt8], with secret: [UInt8]) throws -> [UInt8] {
    try check(secret, 32)
    let hash = text.withUnsafeBytes { SHA256.digest($0) }
    return try output(64) { push_sign(secret, hash, $0) }
  }

  /// HKDF with SHA-256 and one block of output (RFC 5869).
  static func derive(
    _ count: Int, from key: [UInt8], salt: [UInt8], info: [UInt8]
  ) -> [UInt8] {
    let extracted = authenticate(key, with: salt)
    return Array(authenticate(info + [1], with: extracted).prefix(count))
  }

  /// HMAC with SHA-256 (RFC 2104), for keys of up to a block.
  private static func authenticate(_ text: [UInt8], with key: [UInt8]) -> [UInt8] {
    let padded = key + [UInt8](repeating: 0, count: max(0, 64 - key.count))
    func hash(_ pad: UInt8, _ text: [UInt8]) -> [UInt8] {
      (padded.map { $0 ^ pad } + text).withUnsafeBytes { SHA256.digest($0) }
    }
    return hash(0x5C, hash(0x36, text))
  }

  private static func check(_ bytes: [UInt8], _ count: Int) throws {
    guard bytes.count == count else {
      throw StoreError.invalid("a key of Web Push has \(bytes.count) bytes")
    }
  }

  private static func output(
    _ count: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int32
  ) throws -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      guard let base = buffer.baseAddress else { return }
      code = body(base)
      filled = count
    }
    guard code == 0 else { throw StoreError.invalid("mbedTLS gives the error \(code)") }
    return bytes
  }
}

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
