/// dstask, which also keeps its tasks in a git repository.
struct DstaskPeer: Peer {
  static let name = "dstask"

  let workshop: Workshop
  let git: String
  let dstask: String
  let name: String = DstaskPeer.name
  let storeName = "dstask"

  func makeStore(at path: String, of sample: SampleTasks) throws(BenchError) {
    _ = try workshop.run(Command(git, ["init", "-q", path]))
    let file = workshop.folder + "/sample.json"
    try TaskwarriorSample(sample: sample).write(to: file)
    _ = try workshop.run(command(["import-tw"], in: path, input: file))
    Disk.remove(file)
    _ = try workshop.run(command(["show-open"], in: path))
  }

  func commands(for work: Work, in path: String, of sample: SampleTasks) -> [Command] {
    let arguments =
      switch work {
      case .version: ["version"]
      case .list: ["show-open"]
      case .search(let word): ["show-open", word]
      case .add(let number):
        ["add"]
          + QuickWords.of(sample.task(number)).map { word in
            word.hasPrefix("list:")
              ? "project:" + word.dropFirst(5) : word.hasPrefix("@") ? "+" + word.dropFirst() : word
          }
      // dstask numbers the open tasks consecutively.
      case .done(let number): ["\(number / 5 + 1)", "done"]
      case .modify(let number): ["\(number / 5 + 1)", "modify", "+more"]
      }
    return [command(arguments, in: path)]
  }

  private func command(_ arguments: [String], in path: String, input: String? = nil) -> Command {
    Command(dstask, arguments, variables: ["DSTASK_GIT_REPO": path], input: input)
  }
}
