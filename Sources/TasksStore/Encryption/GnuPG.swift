import Platform
import Synchronization
import TasksCore

/// Encrypts and decrypts with gpg(1), in memory: texts go through pipes, and its arguments name keys alone.
///
/// It is asked nothing of a key server. Off a terminal it asks for no passphrase: one comes from gpg-agent, or from
/// `crypt.passphrase-command` of the user's settings.
final class GnuPG: NotesCipher {
  /// How long gpg may take if nobody is asked, in seconds; a passphrase alone takes half a second to be stretched.
  private static let patience = 15

  private let home: String?
  private let settingsFolder: String?
  /// What the user's command printed.
  private let passphrase = Mutex<[UInt8]?>(nil)

  init(_ variable: (String) -> String?) {
    home = variable("HOME")
    settingsFolder = variable("XDG_CONFIG_HOME")
  }

  /// Where a passphrase comes from.
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
      options + arguments, input: input, extra: pipe?.reader, limit: asksUser ? nil : GnuPG.patience
    )
    withExtendedLifetime(pipe) {}
    return (outcome, GnuPGStatus(outcome, asksUser: asksUser))
  }

  private func start(
    _ arguments: [String], input: [UInt8], extra: Int32?, limit: Int? = GnuPG.patience
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
    if case .killed = outcome.status { throw .noAnswer(seconds: GnuPG.patience) }
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
