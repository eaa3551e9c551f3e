/// The bare system calls of a change (``BareCalls``) in place of a program. Their time is the lower bound on this
/// machine for any program that keeps tasks in git, durably and with every hand edit noticed.
struct BareCallsPeer: Peer {
  static let name = "bare calls"

  let workshop: Workshop
  let git: String
  /// The path of tasks-bench itself.
  let program: String
  let name: String = BareCallsPeer.name
  let storeName = "bare"

  func makeStore(at path: String, of sample: SampleTasks) throws(BenchError) {
    _ = try StoreMaking(workshop: workshop, git: git, sample: sample).make(.plain, at: path)
    var folders: [String: [String]] = [:]
    for number in 0..<sample.count {
      let file = try sample.document(number).task.path
      let slash = file.lastIndex(of: "/") ?? file.startIndex
      folders[String(file[..<slash]), default: []].append(String(file[slash...].dropFirst()))
    }
    let lines = folders.sorted { $0.key < $1.key }.flatMap { ["/" + $0.key] + $0.value }
    try Disk.write(lines.map { $0 + "\0" }.joined(), to: path + BareCalls.names)
  }

  func can(_ work: Work) -> Bool {
    switch work {
    case .add, .done, .modify: true
    case .version, .list, .search: false
    }
  }

  func commands(for work: Work, in path: String, of sample: SampleTasks) -> [Command] {
    [Command(program, ["--bare-calls", path])]
  }
}
