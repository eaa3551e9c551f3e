import Platform
import TasksCore
import TasksStore

/// What Web Push keeps in a clone: its key, the browsers to push to, and up to when reminders were pushed.
struct PushBook {
  private static let most = 20

  private let store: TaskStore
  private let file: OwnerFile

  init(_ store: TaskStore) {
    self.store = store
    file = OwnerFile("web-push", of: store)
  }

  /// Returns the secret of the server's key pair; makes it if there is none.
  func secret() throws -> [UInt8] {
    if let known = try value(of: "key") { return [UInt8](base64URL: known) ?? [] }
    let new = try PushCrypto.makeSecret()
    return try file.change { lines in
      if let known = PushBook.value(of: "key", in: lines) { return [UInt8](base64URL: known) ?? [] }
      lines.append("key \(new.base64URL)")
      return new
    }
  }

  func devices() throws -> [String] {
    try file.lines().filter { $0.hasPrefix("to ") }.map {
      String($0.dropFirst(3).prefix { $0 != " " })
    }
  }

  /// Returns where the browsers are that still have a token.
  func subscriptions() throws -> [PushSubscription] {
    let lines = try file.lines().filter { $0.hasPrefix("to ") }
    if lines.isEmpty { return [] }
    let known = Set(try DeviceTokens(of: store).all().map(\.id))
    return lines.compactMap { line in
      let parts = line.dropFirst(3).split(separator: " ", maxSplits: 1)
      guard parts.count == 2, known.contains(String(parts[0])) else { return nil }
      return PushSubscription(line: parts[1])
    }
  }

  /// Adds the browser as which the store is open, in place of what the same endpoint had.
  func add(_ subscription: PushSubscription, now: Timestamp) throws {
    try file.change { lines in
      PushBook.remove(subscription.endpoint, from: &lines)
      let others = lines.indices.filter { lines[$0].hasPrefix("to ") }
      if others.count >= PushBook.most { lines.remove(at: others[0]) }
      lines.append("to \(store.device.id) \(subscription.line)")
      // What was due before is not news.
      if PushBook.value(of: "until", in: lines) == nil { lines.append("until \(now.iso)") }
    }
  }

  func remove(_ endpoint: String) throws {
    try file.change { PushBook.remove(endpoint, from: &$0) }
  }

  /// Notes that what is due up to a moment is pushed from now on.
  ///
  /// - Returns: Up to when it was pushed before; nil if that is the same moment or a later one.
  func advance(to now: Timestamp) throws -> Timestamp? {
    let until = try value(of: "until").flatMap { Timestamp(iso: $0) }
    guard let until, until < now else { return nil }
    return try file.change { lines in
      let until = PushBook.value(of: "until", in: lines).flatMap { Timestamp(iso: $0) }
      guard let until, until < now else { return nil }
      lines.removeAll { $0.hasPrefix("until ") }
      lines.append("until \(now.iso)")
      return until
    }
  }

  /// A message that a service could not take.
  struct Failed: Equatable {
    /// Of the alert.
    let key: String
    let endpoint: String
  }

  /// What could not be sent in the last round.
  func failed() throws -> [Failed] {
    try file.lines().compactMap { line in
      let parts = line.split(separator: " ")
      guard parts.count == 3, parts[0] == "again" else { return nil }
      return Failed(key: String(parts[1]), endpoint: String(parts[2]))
    }
  }

  func note(failed: [Failed]) throws {
    guard try failed != self.failed() else { return }
    try file.change { lines in
      lines.removeAll { $0.hasPrefix("again ") }
      lines += failed.map { "again \($0.key) \($0.endpoint)" }
    }
  }

  private func value(of name: String) throws -> String? {
    PushBook.value(of: name, in: try file.lines())
  }

  private static func value(of name: String, in lines: [Substring]) -> String? {
    lines.first { $0.hasPrefix(name + " ") }.map { String($0.dropFirst(name.count + 1)) }
  }

  private static func remove(_ endpoint: String, from lines: inout [Substring]) {
    lines.removeAll { $0.hasPrefix("to ") && $0.contains(" \(endpoint) ") }
  }
}
