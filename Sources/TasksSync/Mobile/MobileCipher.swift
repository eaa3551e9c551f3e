import Platform
import TasksCore
import TasksStore

/// The encryption of a phone's folder: each file alone, as `openssl enc -aes-256-cbc -md md5` writes it, which is what
/// MobileOrg and `org-mobile-use-encryption` of Emacs read.
///
/// The password comes from a command in the user's own settings, is asked for once, and reaches the program by a pipe:
/// neither arguments nor environment show it.
package final class MobileCipher {
  /// Whether files are encrypted when they are written.
  let encrypts: Bool
  private let command: String?
  private var password: [UInt8]?

  /// - Throws: `invalid` for a setting that cannot be read.
  package init(_ settings: UserSettings) throws(StoreError) {
    encrypts = try settings.bool("mobile.encrypt") ?? false
    command = settings.string("mobile.password-command")
  }

  static func isEncrypted(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "Salted__".utf8) }

  func encrypted(_ bytes: [UInt8]) throws -> [UInt8] {
    try run(["-salt"], on: bytes, "the folder of the phone")
  }

  /// Returns bytes as they are if they are not encrypted.
  ///
  /// - Throws: `unreadable` if the password is not theirs.
  func decrypted(_ bytes: [UInt8], _ path: String) throws -> [UInt8] {
    guard MobileCipher.isEncrypted(bytes) else { return bytes }
    let plain = try run(["-d"], on: bytes, path)
    // openssl does not notice each wrong password.
    guard String(validating: plain, as: UTF8.self) != nil else {
      throw StoreError.unreadable(path: path, .failed("the password is not that of this file"))
    }
    return plain
  }

  private func run(_ option: [String], on bytes: [UInt8], _ path: String) throws -> [UInt8] {
    let password = try self.password ?? ask(path)
    self.password = password
    let pipe = try PasswordCommand.pipe(password, for: "openssl")
    let options = ["enc", "-aes-256-cbc", "-md", "md5", "-pass", "fd:3"] + option
    let outcome = try ChildProcess("openssl", options).run(input: bytes, extra: pipe.reader)
    guard outcome.succeeded else {
      let reason = outcome.said.split(separator: "\n").first ?? "no reason is given"
      throw StoreError.unreadable(path: path, .failed("openssl says: \(reason)"))
    }
    return outcome.output
  }

  private func ask(_ path: String) throws -> [UInt8] {
    guard let command, !command.isEmpty else {
      throw StoreError.unreadable(
        path: path,
        .failed(
          "it is encrypted, and your settings have no mobile.password-command (tasks help settings)"
        ))
    }
    switch try PasswordCommand(command: command).run() {
    case .success(let password): return password
    case .failure(let said):
      throw StoreError.unreadable(
        path: path,
        .failed(
          "mobile.password-command of your settings printed no password"
            + (said.isEmpty ? "" : ": \(said)")))
    }
  }
}
