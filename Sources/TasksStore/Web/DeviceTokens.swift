import Git
import Platform
import TasksCore

/// The tokens of a clone's browsers, a line each in `.git/tasks/web-tokens`, which only its owner can read.
///
/// A token is shown when it is made, and never again: the file has its SHA-256.
package struct DeviceTokens {
  private let file: OwnerFile

  package init(of store: TaskStore) { file = OwnerFile("web-tokens", of: store) }

  package func all() throws -> [DeviceToken] {
    try file.lines().compactMap { DeviceToken(line: $0) }
  }

  /// Makes a token for a browser.
  ///
  /// - Returns: The token, in letters, digits, `-` and `_`.
  /// - Throws: `invalid` for a name that is taken or cannot be shown.
  package func add(_ name: String, now: Timestamp) throws -> (device: DeviceToken, token: String) {
    try check(name)
    let (kept, token) = DeviceToken.make(name, now: now)
    try file.change { lines in
      guard !lines.contains(where: { DeviceToken(line: $0)?.name == name }) else {
        throw StoreError.invalid(
          "'\(name)' has a token already; take it back with: tasks web token revoke \(name)")
      }
      lines.append(kept.line[...])
    }
    return (kept, token)
  }

  /// Makes a token for a browser under the first free name: `browser`, `browser-2`.
  package func add(likeNamed name: String, now: Timestamp) throws -> (
    device: DeviceToken, token: String
  ) {
    let names = Set(try all().map(\.name))
    let free = (1...).lazy.map { $0 == 1 ? name : "\(name)-\($0)" }.first { !names.contains($0) }
    return try add(free ?? name, now: now)
  }

  /// Takes a token back.
  ///
  /// - Throws: `invalid` if no token has this name.
  package func revoke(_ name: String) throws -> DeviceToken {
    try file.change { lines in
      let tokens = lines.map { DeviceToken(line: $0) }
      guard let place = tokens.firstIndex(where: { $0?.name == name || $0?.id == name }),
        let token = tokens[place]
      else {
        let near = NearestWord.to(name, among: tokens.compactMap { $0?.name })
        throw StoreError.invalid(
          "no token is named '\(ControlCharacters.escaped(Text(name)))'; "
            + (near.map { "did you mean '\($0)'?" } ?? "tasks web token list shows them"))
      }
      lines.remove(at: place)
      return token
    }
  }

  /// Returns the browser of a token; nil if it is of none. Takes equally long for every token of the same length.
  package func device(of token: String) throws -> DeviceToken? {
    let digest = Array(DeviceToken.digest(of: token).utf8)
    var found: DeviceToken?
    for kept in try all() {
      let difference = zip(kept.digest.utf8, digest).reduce(0) { $0 | ($1.0 ^ $1.1) }
      if difference == 0 { found = kept }
    }
    return found
  }

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
}

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

/// A file of lines in a clone's `.git/tasks` that only its owner can read, and that several processes may change.
package struct OwnerFile {
  /// How long to wait for another process, in seconds.
  private static let timeout = 10.0

  private let store: TaskStore
  private let path: String

  package init(_ name: String, of store: TaskStore) {
    self.store = store
    path = store.notesFolder + "/" + name
  }

  /// Returns the lines; none if there is no file.
  package func lines() throws -> [Substring] {
    String(decoding: try StoreFile.readIfThere(path) ?? [], as: UTF8.self).split(separator: "\n")
  }

  /// Writes the file anew, alone among the processes that do so. When it returns, the lines are on the disk.
  ///
  /// - Throws: `locked` if another process holds the file for too long; what `body` throws.
  package func change<Result>(_ body: (inout [Substring]) throws -> Result) throws -> Result {
    let lockPath = path + ".lock"
    guard
      let lock = try StoreLock.take(
        lockPath, timeout: OwnerFile.timeout, workTree: store.repository.workTree)
    else { throw StoreError.locked(path: path, owner: StoreLock.owner(of: lockPath)) }
    return try withExtendedLifetime(lock) {
      let old = try lines()
      var new = old
      let result = try body(&new)
      if new != old { try write(new) }
      return result
    }
  }

  private func write(_ lines: [Substring]) throws {
    let new = path + ".new"
    unlink(new)
    let file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw StoreFile.failure("write", path) }
    let text = Array(lines.map { $0 + "\n" }.joined().utf8)
    let code = text.withUnsafeBytes { File.writeAll($0, to: file) }
    close(file)
    guard code == 0 else {
      throw StoreError(SystemError.call(doing: "write", path: path, code: code))
    }
    try DiskSync.sync(file: new)
    try StoreFile.rename(new, to: path)
  }
}
