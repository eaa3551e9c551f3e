import Git
import TasksCore
import TasksExchange
import TasksStore

/// Which commits of phones brought what stands on the branch now. A commit of ours says that all before it has been
/// taken; what stood in one of ours was not brought by a phone.
final class PhoneHistory {
  /// Longer histories without a commit of ours are not followed to their end.
  private static let maxCommits = 1000
  /// As many commits back a phone may have been when it rebases.
  private static let maxReplayed = 300

  private let store: TaskStore
  private let context: ForeignContext
  private let absorbed: Set<ObjectID>
  private let ends: [ObjectID]
  private var versions: [ObjectID: PhoneVersion] = [:]
  private var past: [ObjectID: Bool] = [:]

  init(_ branch: PhoneBranch, _ context: ForeignContext) throws {
    (store, self.context) = (branch.store, context)
    absorbed = branch.absorbed()
    ends = try Array(absorbed) + [branch.kept()].compactMap { $0 }
  }

  func version(_ id: ObjectID) throws -> PhoneVersion {
    if let known = versions[id] { return known }
    let commit = try store.repository.commit(id)
    let version = try PhoneVersion(
      commit, isAbsorbed: commit.phoneDay != nil || absorbed.contains(id), in: store, context)
    versions[id] = version
    return version
  }

  /// Whether a commit is one of ours, or taken in already.
  func isAbsorbed(_ id: ObjectID) throws -> Bool {
    if absorbed.contains(id) { return true }
    return try store.repository.commit(id).phoneDay != nil
  }

  func parents(of version: PhoneVersion) throws -> [PhoneVersion] {
    // A shallow clone lacks some.
    try version.commit.parents.filter { try store.repository.contains($0) }.map {
      try self.version($0)
    }
  }

  /// Returns the commit of a phone that brought something; nil if a commit of ours has it, or had it before.
  ///
  /// - Parameter isWhole: Whether to go on through commits of ours, to the very first one that has it.
  func origin(
    from tip: ObjectID, isWhole: Bool = false, _ has: (PhoneVersion) -> Bool
  ) throws -> PhoneVersion? {
    var version = try version(tip)
    for _ in 0..<Self.maxCommits {
      if version.isAbsorbed, !isWhole { return nil }
      let parents = try parents(of: version).filter(has)
      if !isWhole, parents.contains(where: \.isAbsorbed) { return nil }
      guard let next = parents.first else { break }
      version = next
    }
    return try !isWhole && isPast(version.commit.id) ? nil : version
  }

  /// Returns an item as a phone has brought it, and the commit that brought it; nil if it was brought by none, as in
  /// ``origin(from:isWhole:_:)``.
  func origin(
    of item: PhoneVersion.Item, from tip: ObjectID
  ) throws -> (version: PhoneVersion, item: PhoneVersion.Item)? {
    guard let version = try origin(from: tip, { $0.has(item) }) else { return nil }
    for parent in try parents(of: version) {
      if parent.isOurs(item, of: version) { return nil }
      guard let whole = parent.whole(item, of: version) else { continue }
      return parent.isAbsorbed ? nil : try origin(of: whole, from: parent.commit.id)
    }
    // A merge adds nothing, although it may double what both sides have.
    if version.commit.parents.count > 1,
      try parents(of: version).contains(where: { $0.hasWhole(item) })
    {
      return nil
    }
    // What a rebase brings back where desktops have taken it away was there before.
    let isReplayed = version.commit.author.time != version.commit.committer.time
    if isReplayed, try stood(item, before: version) { return nil }
    return (version, item)
  }

  /// Whether an item stands in one of the last commits before another one.
  private func stood(_ item: PhoneVersion.Item, before version: PhoneVersion) throws -> Bool {
    var next = try parents(of: version)
    var seen: Set<ObjectID> = [version.commit.id]
    while !next.isEmpty, seen.count < Self.maxReplayed {
      let version = next.removeFirst()
      guard seen.insert(version.commit.id).inserted else { continue }
      if version.has(item) || version.hasWhole(item) { return true }
      next += try parents(of: version)
    }
    return false
  }

  /// The nearest commits of ours before one of a phone.
  func bases(of version: PhoneVersion) throws -> [PhoneVersion] {
    var found: [PhoneVersion] = []
    var next = try parents(of: version)
    var seen: Set<ObjectID> = []
    while !next.isEmpty, seen.count < Self.maxCommits {
      let version = next.removeFirst()
      guard seen.insert(version.commit.id).inserted else { continue }
      if version.isAbsorbed { found.append(version) } else { next += try parents(of: version) }
    }
    return found
  }

  /// Whether a commit comes before one of ours that was seen here: a phone may have replaced the branch.
  private func isPast(_ id: ObjectID) throws -> Bool {
    if let known = past[id] { return known }
    let frontier = versions.values.filter(\.isAbsorbed).map(\.commit.id)
    let isPast = try (frontier + ends).uniqued().contains { end in
      try end != id && store.repository.contains(end) && store.repository.isAncestor(id, of: end)
    }
    past[id] = isPast
    return isPast
  }

  /// Whether one of the commits before this one was made for this store.
  func comesFromUs(_ tip: ObjectID) throws -> Bool {
    var next = [tip]
    var seen: Set<ObjectID> = []
    while let id = next.popLast(), seen.count < Self.maxCommits {
      guard seen.insert(id).inserted, try store.repository.contains(id) else { continue }
      let commit = try store.repository.commit(id)
      if commit.phoneDay != nil {
        return (commit.trailers(named: PhoneBranch.storeTrailer).last ?? "") == store.prefix
      }
      next += commit.parents
    }
    return false
  }
}
