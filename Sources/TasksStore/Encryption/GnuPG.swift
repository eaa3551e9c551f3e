import Platform
import Synchronization
import TasksCore

/// Encrypts and decrypts with gpg(1), in memory: texts go through pipes, and its arguments name keys alone.
///
/// It is asked nothing of a key server. Off a terminal it asks for no passphrase: one comes from gpg-agent, or from
/// `crypt.passphrase-command` of the user's settings.
final class GnuPG: NotesCipher {
  /// How long gpg may take if nobody is asked, in seconds; a passphrase alone takes half a second to be stretched.
  private static let timeout = 15

  private let home: String?
  private let settingsFolder: String?
  /// What the user's command printed.
  private let passphrase = Mutex<[UInt8]?>(nil)

  init(_ variable: (String) -> String?) {
    home = variable("HOME")
    settingsFolder = variable("XDG_CONFIG_HOME")
  }

  private enum Asking {
    case user, agent, settings([UInt8])
  }

  func opened(
    _ message: [UInt8]
  ) throws(CipherError) -> (text: [UInt8], readers: MessageReaders) {
    let (outcome, status) = try run(["--decrypt"], on: message)
    guard status.has("DECRYPTION_OKAY"), outcome.succeeded else { throw status.reason }
    let keys = status.words(after: "ENC_TO").map { $0[0] }
    let readers = MessageReaders(
      keys: keys, takesPassphrase: keys.isEmpty || status.saysEncryptedWithPassphrase)
    return (outcome.output, readers)
  }

  func sealed(
    _ text: [UInt8], for readers: MessageReaders, isArmored: Bool
  ) throws(CipherError) -> [UInt8] {
    guard !readers.keys.contains(where: { $0.allSatisfy { $0 == "0" } }) else {
      throw .hiddenReaders
    }
    var arguments = ["--trust-model", "always", "--no-encrypt-to", "--no-throw-keyids"]
    arguments.append(isArmored ? "--armor" : "--no-armor")
    if readers.takesPassphrase || readers.keys.isEmpty { arguments.append("--symmetric") }
    if !readers.keys.isEmpty { arguments.append("--encrypt") }
    // The id of a subkey alone would select its primary key, which may encrypt with another one.
    for key in readers.keys {
      arguments += ["--recipient", key.utf8.count == 16 ? key + "!" : key]
    }
    let (outcome, status) = try run(arguments, on: text)
    if status.has("END_ENCRYPTION"), outcome.succeeded { return outcome.output }
    // gpg does not tell an expired subkey from one that it does not know.
    if case .noSuchKey(let key) = status.reason { _ = try self.key(named: key) }
    throw status.reason
  }

  func key(named name: String) throws(CipherError) -> String {
    let arguments = ["--batch", "--no-tty", "--no-auto-key-locate", "--with-colons", "--list-keys"]
    let outcome = try start(arguments + ["--", name], input: [], extra: nil)
    let keys = ListedKey.all(in: outcome.output)
    let usable = keys.filter { $0.fault == nil }
    if usable.count == 1 { return usable[0].fingerprint }
    if usable.count > 1 { throw .severalKeys(name, usable.map(\.fingerprint)) }
    throw keys.first?.fault.map { .unusableKey(name, $0) } ?? .noSuchKey(name)
  }

  // MARK: Running gpg

  /// Runs gpg; if that needs a passphrase which the agent does not have, with the one of the user's settings.
  private func run(
    _ arguments: [String], on input: [UInt8]
  ) throws(CipherError) -> (ChildProcess.Outcome, GnuPGStatus) {
    // Texts and passphrases are in the memory of this process.
    ProcessLimit.forbidCore()
    let command = try passphraseCommand()
    let known = passphrase.withLock { $0 }
    let isOnTerminal = isatty(0) == 1 && isatty(2) == 1
    let asking =
      known.map { .settings($0) } ?? (command == nil && isOnTerminal ? Asking.user : .agent)
    let result = try attempt(arguments, on: input, asking)
    guard let command, known == nil, result.1.reason == .noPassphrase else { return result }
    let printed: [UInt8]
    switch Attempt({ () throws(SystemError) in try PasswordCommand(command: command).run() }) {
    case .success(.success(let password)): printed = password
    case .success(.failure(let said)): throw .noPassphraseFromCommand(said)
    case .failure: throw .cancelled
    }
    passphrase.withLock { $0 = printed }
    return try attempt(arguments, on: input, .settings(printed))
  }

  private func attempt(
    _ arguments: [String], on input: [UInt8], _ asking: Asking
  ) throws(CipherError) -> (ChildProcess.Outcome, GnuPGStatus) {
    var options = [
      "--batch", "--no-tty", "--no-auto-key-locate", "--no-auto-key-retrieve", "--status-fd", "4",
    ]
    var pipe: Pipe?
    switch asking {
    case .user: break
    case .agent: options += ["--pinentry-mode", "error"]
    case .settings(let password):
      options += ["--pinentry-mode", "loopback", "--passphrase-fd", "3"]
      pipe = try? PasswordCommand.pipe(password, for: "gpg")
    }
    var asksUser = false
    if case .user = asking { asksUser = true }
    let outcome = try start(
      options + arguments, input: input, extra: pipe?.reader, limit: asksUser ? nil : GnuPG.timeout
    )
    withExtendedLifetime(pipe) {}
    return (outcome, GnuPGStatus(outcome, asksUser: asksUser))
  }

  private func start(
    _ arguments: [String], input: [UInt8], extra: Int32?, limit: Int? = GnuPG.timeout
  ) throws(CipherError) -> ChildProcess.Outcome {
    // Its messages are read in one case, and are not to be translated. The agent asks on this terminal.
    var variables: [String: String?] = ["LANGUAGE": "C"]
    if limit == nil, let terminal = ttyname(0) { variables["GPG_TTY"] = String(cString: terminal) }
    let outcome: ChildProcess.Outcome
    do throws(SystemError) {
      outcome = try ChildProcess("gpg", arguments, environment: variables).run(
        input: input, heedsSignals: true, extra: extra, reports: true, limit: limit.map(Double.init)
      )
    } catch .programNotStarted {
      throw .noProgram("gpg")
    } catch {
      throw .cancelled
    }
    if case .killed = outcome.status { throw .noAnswer(seconds: GnuPG.timeout) }
    return outcome
  }

  private func passphraseCommand() throws(CipherError) -> String? {
    do throws(StoreError) {
      let settings = try UserSettings {
        $0 == "HOME" ? home : $0 == "XDG_CONFIG_HOME" ? settingsFolder : nil
      }
      return settings.string("crypt.passphrase-command").flatMap { $0.isEmpty ? nil : $0 }
    } catch {
      throw .failed(error.description)
    }
  }
}

/// A key as `gpg --with-colons` lists it (GnuPG, doc/DETAILS).
private struct ListedKey {
  var fingerprint = ""
  /// Why nothing can be encrypted to it.
  private(set) var fault: String?

  private init(_ fields: [Substring]) {
    let abilities = fields.count > 11 ? fields[11] : ""
    fault =
      switch fields.count > 1 ? fields[1] : "" {
      case "e": "has expired"
      case "r": "was revoked"
      case "d": "is disabled"
      case "i", "n": "is not valid"
      default:
        abilities.contains("D")
          ? "is disabled" : abilities.contains("E") ? nil : ListedKey.noPart
      }
  }

  /// A key without a part that encrypts may have had one.
  private mutating func note(subkey fields: [Substring]) {
    guard fault == ListedKey.noPart, fields.count > 11, fields[11].contains("e") else { return }
    if fields[1] == "e" { fault = "has expired" }
    if fields[1] == "r" { fault = "was revoked" }
  }

  private static let noPart = "has no part that encrypts"

  static func all(in lines: [UInt8]) -> [ListedKey] {
    var keys: [ListedKey] = []
    for line in String(decoding: lines, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      if fields[0] == "pub" { keys.append(ListedKey(fields)) }
      if fields[0] == "sub", let last = keys.indices.last { keys[last].note(subkey: fields) }
      // The first one after a key is its own, and later ones are those of its subkeys.
      if fields[0] == "fpr", let last = keys.indices.last, keys[last].fingerprint.isEmpty,
        fields.count > 9
      {
        keys[last].fingerprint = String(fields[9])
      }
    }
    return keys
  }
}

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

/// A command of the user's own settings that prints a password. Arguments and environment never show what it prints.
package struct PasswordCommand {
  package let command: String

  package init(command: String) {
    self.command = command
  }

  /// - Returns: The first line that the command prints, with a line feed; or what it said if it failed.
  package func run() throws(SystemError) -> Attempt<[UInt8], String> {
    let outcome = try ChildProcess("/bin/sh", ["-c", command]).askOnTerminal()
    let password = outcome.output.prefix { $0 != 0x0A && $0 != 0x0D }
    guard outcome.succeeded, !password.isEmpty else { return .failure(outcome.said) }
    return .success(password + [0x0A])
  }

  /// A pipe from which a child reads a password once.
  package static func pipe(_ password: [UInt8], for program: String) throws(SystemError) -> Pipe {
    let pipe = try Pipe(for: program)
    _ = password.withUnsafeBytes { File.writeAll($0, to: pipe.writer) }
    pipe.closeWriter()
    return pipe
  }
}
