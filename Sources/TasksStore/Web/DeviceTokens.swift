import Platform
import TasksCore

/// The tokens of a clone's browsers, a line each in `.git/tasks/web-tokens`, which only its owner can read.
///
/// A token is shown when it is made, and never again: the file has its SHA-256.
package struct DeviceTokens {
  private let file: OwnerFile

  package init(of store: TaskStore) { file = OwnerFile("web-tokens", of: store) }

  /// Returns all tokens, the oldest first.
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
