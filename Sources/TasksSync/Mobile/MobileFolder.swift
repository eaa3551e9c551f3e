import Platform
import TasksCore
import TasksExchange
import TasksStore

/// The folder that a phone shares with this machine (Org manual, "Setting up the staging area").
package struct MobileFolder {
  package struct Capture {
    fileprivate let bytes: [UInt8]
    package let items: [MobileItem]
  }

  package let path: String
  private let cipher: MobileCipher

  /// - Throws: `invalid` if there is no such folder.
  package init(at path: String, _ cipher: MobileCipher) throws(StoreError) {
    guard File.kind(File.realPath(path)) == .folder else {
      throw .invalid("there is no folder \(path); make it, and let the phone have it")
    }
    (self.path, self.cipher) = (path, cipher)
  }

  private func place(_ name: String) -> String { path + "/" + name }

  // MARK: What the phone says

  /// Reads what the phone has written; nil if it never did.
  ///
  /// - Throws: `failed` if it cannot be decrypted or is no text.
  package func capture() throws -> Capture? {
    let file = place(MobileStage.capture)
    guard let bytes = try File.readIfThere(file) else { return nil }
    let plain = try cipher.decrypted(bytes, file)
    guard String(validating: plain, as: UTF8.self) != nil else {
      throw StoreError.unreadable(path: file, .failed("it is not UTF-8"))
    }
    return Capture(bytes: bytes, items: MobileItem.all(in: plain))
  }

  /// Whether the phone has written nothing since.
  package func isUnchanged(since capture: Capture) throws -> Bool {
    try File.readIfThere(place(MobileStage.capture)) == capture.bytes
  }

  /// Empties the file of the phone, unless it has been written meanwhile.
  ///
  /// - Returns: False if it was, and stays as it is.
  package func empty(_ capture: Capture) throws -> Bool {
    guard try isUnchanged(since: capture) else { return false }
    let wasEncrypted = MobileCipher.isEncrypted(capture.bytes)
    try write(wasEncrypted ? try cipher.encrypted([]) : [], to: MobileStage.capture)
    if var sums = try checksums() {
      sums[MobileStage.capture] = MobileChecksums.sum([])
      try write(sums.bytes, to: MobileStage.checksums)
    }
    return true
  }

  // MARK: What the phone sees

  /// Writes files for the phone, each whole at once, those that it finds the others by at the end. Files that were
  /// staged before and no longer are, as checksums.dat tells, are removed.
  ///
  /// - Throws: `invalid` if another file has the place of one.
  package func stage(_ stage: MobileStage) throws -> (written: Int, removed: Int) {
    let before = try checksums() ?? MobileChecksums([])
    for file in stage.files where before[file.name] == nil {
      guard let other = try File.readIfThere(place(file.name)), other != file.bytes else {
        continue
      }
      throw StoreError.invalid(
        "\(place(file.name)) was not staged for a phone, and would be lost; move it away")
    }
    var sums = MobileChecksums([])
    var written = 0
    for file in stage.files {
      let sum = MobileChecksums.sum(file.bytes)
      sums[file.name] = sum
      let present = try File.readIfThere(place(file.name))
      let isSame =
        before[file.name] == sum
        && present.map(MobileCipher.isEncrypted) == cipher.encrypts
      if isSame { continue }
      try write(cipher.encrypts ? try cipher.encrypted(file.bytes) : file.bytes, to: file.name)
      written += 1
    }
    let gone = before.names.filter { $0.isStagedName && sums[$0] == nil }
    for name in gone {
      try File.remove(place(name))
      if let slash = name.lastSlash { File.removeIfEmpty(place(String(name[..<slash]))) }
    }
    if File.isMissing(place(MobileStage.capture)) {
      try write(cipher.encrypts ? try cipher.encrypted([0x0A]) : [0x0A], to: MobileStage.capture)
    }
    let said = try File.read(place(MobileStage.capture))
    sums[MobileStage.capture] = MobileChecksums.sum(
      try cipher.decrypted(said, place(MobileStage.capture)))
    try write(sums.bytes, to: MobileStage.checksums)
    return (written, gone.count)
  }

  private func checksums() throws -> MobileChecksums? {
    try File.readIfThere(place(MobileStage.checksums)).map { MobileChecksums($0) }
  }

  /// Replaces a file at once, so that whoever copies the folder never sees a part of it.
  private func write(_ bytes: [UInt8], to name: String) throws {
    let new = place(".tasks-staging")
    try File.write(bytes, to: new)
    if let slash = name.lastSlash { try File.makeFolder(place(String(name[..<slash]))) }
    try File.rename(new, to: place(name))
  }
}

extension String {
  /// Whether a line of checksums.dat names a file that a push may have made: a path inside of the folder.
  fileprivate var isStagedName: Bool {
    hasSuffix(".org") && self != MobileStage.capture
      && names(keepingEmpty: true).allSatisfy { !$0.isEmpty && !$0.hasPrefix(".") }
  }
}

/// `checksums.dat`, by which a phone knows what has changed: a line for each file, the SHA-1 of what is not encrypted and
/// the name. Phones compare them and compute none.
struct MobileChecksums {
  private var lines: [(sum: String, name: String)] = []

  init(_ bytes: [UInt8]) {
    for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let text = String(decoding: line, as: UTF8.self)
      let sum = text.prefix { $0 != " " }
      let name = text.dropFirst(sum.count).drop { $0 == " " || $0 == "*" }
      if !name.isEmpty { lines.append((String(sum), String(name))) }
    }
  }

  var names: [String] { lines.map(\.name) }

  var bytes: [UInt8] { Array(lines.map { "\($0.sum)  \($0.name)\n" }.joined().utf8) }

  subscript(name: String) -> String? {
    get { lines.first { $0.name == name }?.sum }
    set {
      let place = lines.firstIndex { $0.name == name }
      if let newValue, let place {
        lines[place].sum = newValue
      } else if let newValue {
        lines.append((newValue, name))
      }
    }
  }

  static func sum(_ bytes: [UInt8]) -> String {
    let digest = bytes.withUnsafeBytes { SHA1.digest($0) }
    return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

/// The encryption of a phone's folder: each file alone, as `openssl enc -aes-256-cbc -md md5` writes it, which is what
/// MobileOrg and `org-mobile-use-encryption` of Emacs read.
///
/// The password comes from a command in the user's own settings, is asked for once, and reaches the program by a pipe:
/// neither arguments nor environment show it.
package final class MobileCipher {
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
