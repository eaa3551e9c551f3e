import Platform
import TasksCore

/// What gpg tells of an operation by its status lines (GnuPG, doc/DETAILS, "Format of the --status-fd output"), which,
/// unlike its exit status and its messages, tell failures apart.
struct GnuPGStatus {
  private let lines: [[String]]
  private let said: String
  private let asksUser: Bool

  init(_ outcome: ChildProcess.Outcome, asksUser: Bool) {
    lines = String(decoding: outcome.report, as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: " ").dropFirst().map(String.init)
    }
    said = outcome.said
    self.asksUser = asksUser
  }

  func has(_ keyword: String) -> Bool { lines.contains { $0.first == keyword } }

  /// The words after a keyword, of each line that has some.
  func words(after keyword: String) -> [[String]] {
    lines.filter { $0.first == keyword && $0.count > 1 }.map { Array($0.dropFirst()) }
  }

  /// Whether who knows a passphrase can read the message, besides those who have a key.
  var saysEncryptedWithPassphrase: Bool {
    has("NEED_PASSPHRASE_SYM")
      || said.split(separator: "\n").contains {
        $0.hasPrefix("gpg: encrypted with ")
          && ($0.hasSuffix("passphrase") || $0.hasSuffix("passphrases"))
      }
  }

  /// Why the operation failed.
  var reason: CipherError {
    // The lower 16 bits are the code of libgpg-error; a code may be followed by its name.
    let codes = words(after: "ERROR").compactMap { words in
      words.count > 1 ? Int(words[1].prefix { $0.isNumber }).map { $0 & 0xFFFF } : nil
    }
    let (badPassphrase, noAgent, noPinentry, canceled) = (11, 77, 85, 99)
    let refused = words(after: "INV_RECP").compactMap(\.last).map { $0.filter { $0 != "!" } }
    if let key = refused.first {
      if has("KEYEXPIRED") { return .unusableKey(key, "has expired") }
      if has("KEYREVOKED") { return .unusableKey(key, "was revoked") }
      return .noSuchKey(key)
    }
    if codes.contains(badPassphrase) { return .wrongPassphrase }
    if codes.contains(noPinentry) || has("PINENTRY_LAUNCHED") && !asksUser { return .noPassphrase }
    if codes.contains(canceled) || has("CANCELED_BY_USER") || has("PINENTRY_LAUNCHED") {
      return .cancelled
    }
    if codes.contains(noAgent) { return .failed("gpg-agent could not be started") }
    let keys = words(after: "NO_SECKEY").map { $0[0] }
    if !keys.isEmpty { return .noSecretKey(keys) }
    if has("NODATA") || has("DECRYPTION_FAILED") || has("BADMDC") || lines.isEmpty {
      return .damagedMessage
    }
    let last = said.split(separator: "\n").last.map(String.init) ?? "it gives no reason"
    return .failed(last)
  }
}
