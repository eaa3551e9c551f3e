/// `grep` over the files of the same store that ``GitPeer`` uses.
struct GrepPeer: Peer {
  static let name = "grep -ril"

  let workshop: Workshop
  let git: String
  let grep: String
  let name: String = GrepPeer.name
  let storeName = "git"

  func makeStore(at path: String, of sample: SampleTasks) throws(BenchError) {
    try GitPeer(workshop: workshop, git: git).makeStore(at: path, of: sample)
  }

  func can(_ work: Work) -> Bool {
    if case .search = work { true } else { false }
  }

  func commands(for work: Work, in path: String, of sample: SampleTasks) -> [Command] {
    guard case .search(let word) = work else { return [] }
    return [Command(grep, ["-ril", "--exclude-dir=.git", word, path])]
  }
}
