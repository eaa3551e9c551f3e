/// Writes commits in the input format of `git fast-import` (git-fast-import(1)), which packs ten thousand of them
/// within a second.
struct FastImport {
  private let file: DiskFile
  private var waiting: [UInt8] = []

  init(to path: String) throws(BenchError) { file = try DiskFile(path) }

  /// Begins a commit on the branch main.
  mutating func commit(_ message: String, after parent: String?) throws(BenchError) {
    try add("commit refs/heads/main\ncommitter Bench <bench@example.org> 1763632800 +0000\n")
    try add(data: Array(message.utf8))
    if let parent { try add("from \(parent)\n") }
  }

  /// Adds a file to the commit.
  mutating func file(_ path: String, _ content: [UInt8]) throws(BenchError) {
    try add("M 100644 inline \(path)\n")
    try add(data: content)
  }

  /// Writes the buffered rest and imports the commits into the repository.
  consuming func load(into repository: GitFolder, from path: String) throws(BenchError) {
    try file.append(waiting)
    _ = try repository.run(["fast-import", "--quiet"], input: path)
    Disk.remove(path)
  }

  private mutating func add(data: [UInt8]) throws(BenchError) {
    try add("data \(data.count)\n")
    waiting += data
    waiting.append(0x0A)
  }

  private mutating func add(_ text: String) throws(BenchError) {
    waiting += text.utf8
    guard waiting.count > 1 << 18 else { return }
    try file.append(waiting)
    waiting.removeAll(keepingCapacity: true)
  }
}
