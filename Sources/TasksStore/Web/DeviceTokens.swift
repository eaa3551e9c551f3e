import Git
import Platform
import TasksCore

/// The tokens of a clone's browsers, a line each in `.git/tasks/web-tokens`, which only its owner can read.
///
/// A token is shown when it is made, and never again: the file has its SHA-256.
public struct DeviceTokens {
  /// How long to wait for another process, in seconds.
  private static let patience = 10.0

  private let store: TaskStore
  private let path: String

  public init(of store: TaskStore) {
    self.store = store
    path = store.notesFolder + "/web-tokens"
  }

  /// Returns all tokens, the oldest first.
  public func all() throws -> [DeviceToken] {
    let text = String(decoding: try StoreFile.readIfThere(path) ?? [], as: UTF8.self)
    return text.split(separator: "\n").compactMap { DeviceToken(line: $0) }
  }

  /// Makes a token for a browser.
  ///
  /// - Returns: The token, in letters, digits, `-` and `_`.
  /// - Throws: `invalid` for a name that is taken or cannot be shown.
  public func add(_ name: String, now: Timestamp) throws -> (device: DeviceToken, token: String) {
    try check(name)
    let (kept, token) = DeviceToken.make(name, now: now)
    try change { tokens in
      guard !tokens.contains(where: { $0.name == name }) else {
        throw StoreError.invalid(
          "'\(name)' has a token already; take it back with: tasks web token revoke \(name)")
      }
      tokens.append(kept)
    }
    return (kept, token)
  }

  /// Makes a token for a browser under the first free name: `browser`, `browser-2`.
  public func add(likeNamed name: String, now: Timestamp) throws -> (
    device: DeviceToken, token: String
  ) {
    let names = Set(try all().map(\.name))
    let free = (1...).lazy.map { $0 == 1 ? name : "\(name)-\($0)" }.first { !names.contains($0) }
    return try add(free ?? name, now: now)
  }

  /// Takes a token back.
  ///
  /// - Throws: `invalid` if no token has this name.
  public func revoke(_ name: String) throws -> DeviceToken {
    try change { tokens in
      guard let place = tokens.firstIndex(where: { $0.name == name || $0.id == name }) else {
        let near = NearestWord.to(name, among: tokens.map(\.name))
        throw StoreError.invalid(
          "no token is named '\(ControlCharacters.escaped(Text(name)))'; "
            + (near.map { "did you mean '\($0)'?" } ?? "tasks web token list shows them"))
      }
      return tokens.remove(at: place)
    }
  }

  /// Returns the browser of a token; nil if it is of none. Takes equally long for every token of the same length.
  public func device(of token: String) throws -> DeviceToken? {
    let digest = Array(DeviceToken.digest(of: token).utf8)
    var found: DeviceToken?
    for kept in try all() {
      let difference = zip(kept.digest.utf8, digest).reduce(0) { $0 | ($1.0 ^ $1.1) }
      if difference == 0 { found = kept }
    }
    return found
  }

  // MARK: The file

  private func check(_ name: String) throws(StoreError) {
    let isShown =
      !name.isEmpty && name.utf8.count <= 40
      && name.unicodeScalars.allSatisfy { $0.value > 32 && $0.value != 127 }
    guard isShown else {
      throw .invalid(
        "'\(ControlCharacters.escaped(Text(name)))' cannot name a browser; use up to 40 characters without blanks"
      )
    }
  }

  /// Writes the file anew, alone among the processes that do so.
  private func change<Result>(_ body: (inout [DeviceToken]) throws -> Result) throws -> Result {
    let lockPath = path + ".lock"
    guard
      let lock = try StoreLock.take(
        lockPath, timeout: DeviceTokens.patience, workTree: store.repository.workTree)
    else { throw StoreError.locked(path: path, owner: StoreLock.owner(of: lockPath)) }
    return try withExtendedLifetime(lock) {
      var tokens = try all()
      let result = try body(&tokens)
      try write(tokens)
      return result
    }
  }

  private func write(_ tokens: [DeviceToken]) throws {
    let new = path + ".new"
    unlink(new)
    let file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw StoreFile.failure("write", path) }
    let text = Array(tokens.map(\.line).joined().utf8)
    let code = text.withUnsafeBytes { File.writeAll($0, to: file) }
    close(file)
    guard code == 0 else {
      throw StoreError(SystemError.call(doing: "write", path: path, code: code))
    }
    try DiskSync.sync(file: new)
    try StoreFile.rename(new, to: path)
  }
}
