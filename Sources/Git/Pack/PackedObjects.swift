import Platform

/// The packs of a repository, for any thread to read from.
public struct PackedObjects: Sendable {
  let packs: [Pack]

  /// Those of a repository; none of a format that git alone reads.
  public init(_ repository: borrowing Repository) {
    guard repository.format == .sha1 else {
      self.init()
      return
    }
    self.init(in: repository.commonDirectory + "/objects/pack")
  }

  init(in folder: String) { packs = Pack.all(in: folder) }

  /// None.
  init() { packs = [] }

  var count: Int { packs.reduce(0) { $0 + $1.count } }

  /// For one thread.
  func readers() -> [PackReader] {
    let inflater = Inflater()
    return packs.map { PackReader($0, inflater: inflater) }
  }

  /// The commits of one of equal parts of the packs: each part can be read in a thread of its own, before it is known
  /// which commits lead where.
  public func commits(part: Int, of parts: Int) -> CommitRows {
    let inflater = Inflater()
    var commits = CommitRows()
    // For all, for those of other parts may come to stand behind these.
    commits.reserve(count)
    for pack in packs {
      PackReader(pack, inflater: inflater).add(part: part, of: parts, to: &commits)
    }
    return commits
  }
}
