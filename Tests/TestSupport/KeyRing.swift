import Foundation

/// Keys of gpg for a test: throw-away ones, made once, of which each world gets a copy with an agent of its own.
package struct KeyRing {
  /// The names of the keys; all are of `NAME@example.org`. The secret keys of alice and bob have no passphrase, the one
  /// of carol has “carol's”; old has expired.
  package static let names = ["alice", "bob", "carol", "old"]

  package let folder: String
  private let world: World

  /// Gives a world the public keys of all, and the secret keys of some.
  package init(in world: World, secret: [String] = names) throws {
    self.world = world
    let made = try KeyRing.made.get()
    folder = try KeyRing.makeFolder(in: world)
    for name in KeyRing.names {
      try KeyRing.gpg(["--import"], world, input: made.known[name] ?? "")
      let pass = ["--pinentry-mode", "loopback", "--passphrase", KeyRing.passphrase(of: name)]
      if secret.contains(name) {
        try KeyRing.gpg(pass + ["--import"], world, input: made.secret[name] ?? "")
      }
    }
  }

  /// Ends the agent and removes the keys.
  package func remove() {
    _ = try? world.run("gpgconf", ["--kill", "all"])
    try? FileManager.default.removeItem(atPath: folder)
  }

  struct Failure: Error { let said: String }

  private static func passphrase(of name: String) -> String { name == "carol" ? "carol's" : "" }

  /// The keys as gpg exports them, in ASCII armour.
  private struct Exported {
    var known: [String: String] = [:]
    var secret: [String: String] = [:]
  }

  private static let made = Result { () throws -> Exported in
    let world = try World()
    let folder = try makeFolder(in: world)
    defer {
      _ = try? world.run("gpgconf", ["--kill", "all"])
      try? FileManager.default.removeItem(atPath: folder)
    }
    var exported = Exported()
    for name in names {
      let pass = ["--pinentry-mode", "loopback", "--passphrase", passphrase(of: name)]
      let address = "\(name)@example.org"
      // The expired key is one of yesteryear.
      let (age, end) =
        name == "old" ? (["--faked-system-time", "20200101T000000"], "1d") : ([], "never")
      let user = "\(name) <\(address)>"
      try gpg(pass + age + ["--quick-generate-key", user, "ed25519", "default", end], world)
      if name != "old" {
        let key = try fingerprint(of: address, world)
        try gpg(pass + ["--quick-add-key", key, "cv25519", "encr", "never"], world)
      }
      exported.known[name] = try gpg(["--armor", "--export", address], world)
      exported.secret[name] = try gpg(pass + ["--armor", "--export-secret-keys", address], world)
    }
    return exported
  }

  /// Makes the folder of keys that a world's environment names. The path of the agent's socket may have some 100 bytes.
  private static func makeFolder(in world: World) throws -> String {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("g\(UUID().uuidString.prefix(8))").path
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    // Nobody has signed these keys.
    try "trust-model always\n".write(
      toFile: folder + "/gpg.conf", atomically: true, encoding: .utf8)
    world.environment["GNUPGHOME"] = folder
    return folder
  }

  @discardableResult
  private static func gpg(
    _ arguments: [String], _ world: World, input: String = ""
  ) throws -> String {
    let outcome = try world.run(
      "gpg", ["--batch", "--quiet", "--no-tty"] + arguments, input: input)
    if outcome.status != 0 { throw Failure(said: outcome.errors) }
    return outcome.output
  }

  private static func fingerprint(of address: String, _ world: World) throws -> String {
    let listed = try world.run("gpg", ["--batch", "--with-colons", "--list-keys", address]).output
    let line = listed.split(separator: "\n").first { $0.hasPrefix("fpr:") }
    return line?.split(separator: ":").last.map(String.init) ?? ""
  }

  package func fingerprint(of name: String) throws -> String {
    try KeyRing.fingerprint(of: "\(name)@example.org", world)
  }
}
