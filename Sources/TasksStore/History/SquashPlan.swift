import Git

/// Which commits a squash joins: the runs among the commits before HEAD that nobody else has.
///
/// A run consists of two or more commits of this device and one author, each the parent of the next. A commit that
/// undoes or redoes another one is in a run only with it, for its trailer names the other by its id.
struct SquashPlan {
  struct Commit {
    let info: CommitInfo
    /// Whether it may be joined with others.
    let isOwn: Bool
    /// The ids of the commits that it undoes or redoes.
    let undone: [String]
  }

  /// The commits that are rewritten, the oldest first: from the first commit of a run up to HEAD.
  private(set) var commits: [Commit] = []
  /// The runs, as ranges of `commits`.
  private(set) var runs: [Range<Int>] = []

  /// - Parameter line: The commits that nobody else has, the oldest first, each the only parent of the next.
  init(_ line: [Commit]) {
    let places = Dictionary(
      line.enumerated().map { ($1.info.id.hex, $0) }, uniquingKeysWith: { first, _ in first })
    var isJoined = line.map(\.isOwn)
    var runs = SquashPlan.runs(line, isJoined)
    while true {
      var apart: Set<Int> = []
      func run(_ place: Int) -> Int? { runs.firstIndex { $0.contains(place) } }
      for (place, commit) in line.enumerated() {
        for other in commit.undone.map({ places[$0] }) where run(place) != other.flatMap(run) {
          apart.insert(place)
          if let other { apart.insert(other) }
        }
      }
      apart = apart.filter { isJoined[$0] }
      if apart.isEmpty { break }
      for place in apart { isJoined[place] = false }
      runs = SquashPlan.runs(line, isJoined)
    }
    guard let first = runs.first?.lowerBound else { return }
    commits = Array(line[first...])
    self.runs = runs.map { ($0.lowerBound - first)..<($0.upperBound - first) }
  }

  private static func runs(_ line: [Commit], _ isJoined: [Bool]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = 0
    while start < line.count {
      var end = start + 1
      if isJoined[start] {
        while end < line.count, isJoined[end],
          line[end].info.author.isSamePerson(as: line[start].info.author)
        {
          end += 1
        }
        if end - start > 1 { runs.append(start..<end) }
      }
      start = end
    }
    return runs
  }
}

extension Signature {
  fileprivate func isSamePerson(as other: Signature) -> Bool {
    name == other.name && email == other.email
  }
}
