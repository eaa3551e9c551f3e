import Platform

/// What makes a history another than its commits say: `git replace`, `info/grafts` of old, and the end of a shallow
/// clone. git heeds them in all that walks a history, and libgit2 the last of them at most.
struct HistoryOverrides {
  /// The commits whose parents this clone does not have.
  let shallow: Set<ObjectID>
  private let replacements: [ObjectID: ObjectID]
  private let grafts: [ObjectID: [ObjectID]]

  static let none = HistoryOverrides()

  private init() { (shallow, replacements, grafts) = ([], [:], [:]) }

  init(_ repository: borrowing Repository) throws(GitError) {
    let folder = repository.commonDirectory
    shallow = Set(try HistoryOverrides.ids(in: folder + "/shallow").compactMap(\.first))
    var grafts: [ObjectID: [ObjectID]] = [:]
    for line in try HistoryOverrides.ids(in: folder + "/info/grafts") {
      if let id = line.first { grafts[id] = Array(line.dropFirst()) }
    }
    self.grafts = grafts
    var replacements: [ObjectID: ObjectID] = [:]
    if try HistoryOverrides.mayReplace(folder), try repository.bool("core.useReplaceRefs") != false
    {
      let prefix = "refs/replace/"
      for name in try repository.references(under: prefix) {
        if let id = ObjectID(hex: String(name.dropFirst(prefix.count))) {
          replacements[id] = try repository.reference(name)
        }
      }
    }
    self.replacements = replacements
  }

  /// The object to read for a commit.
  func object(for id: ObjectID) -> ObjectID {
    guard !replacements.isEmpty else { return id }
    var object = id
    // As many as git follows (replace-object.c, MAXREPLACEDEPTH).
    for _ in 0..<5 {
      guard let next = replacements[object] else { break }
      object = next
    }
    return object
  }

  /// The parents that a commit is said to have; nil for those that it names.
  func parents(of id: ObjectID) -> [ObjectID]? {
    shallow.contains(id) ? [] : grafts.isEmpty ? nil : grafts[id]
  }

  /// All of it, in lines.
  var lines: [String] {
    shallow.map(\.hex).sorted() + replacements.map { "replace \($0) \($1)" }.sorted()
      + grafts.map { "graft \($0) \($1)" }.sorted()
  }

  private static func ids(in file: String) throws(GitError) -> [[ObjectID]] {
    try (readFileIfThere(file) ?? []).split(separator: 0x0A).map { line in
      line.split(separator: 0x20).compactMap { ObjectID(hex: $0) }
    }
  }

  /// Listing all references takes its time.
  private static func mayReplace(_ folder: String) throws(GitError) -> Bool {
    if try fileStatus(folder + "/refs/replace") != nil { return true }
    if try fileStatus(folder + "/reftable") != nil { return true }
    guard let packed = MappedFile(folder + "/packed-refs") else { return false }
    return withExtendedLifetime(packed) { packed.bytes.holds(" refs/replace/") }
  }
}
