/// A folder with a git repository.
struct GitFolder {
  let path: String
  let git: String
  let workshop: Workshop

  func command(_ arguments: [String], input: String? = nil) -> Command {
    Command(git, ["-C", path] + arguments, input: input)
  }

  @discardableResult
  func run(_ arguments: [String], input: String? = nil) throws(BenchError) -> ProcessRun {
    try workshop.run(command(arguments, input: input))
  }

  /// Returns the output of git without the final line end.
  func ask(_ arguments: [String]) throws(BenchError) -> String {
    var text = try workshop.output(of: command(arguments))
    if text.utf8.last == 0x0A { text.removeLast() }
    return text
  }

  func write(_ content: [UInt8], to file: String) throws(BenchError) {
    let whole = "\(path)/\(file)"
    if let slash = whole.lastIndex(of: "/") { try Disk.makeFolder(String(whole[..<slash])) }
    try Disk.write(content, to: whole)
  }

  /// Fills the index for files that are as in the last commit.
  func readIndex() throws(BenchError) {
    try run(["read-tree", "HEAD"])
    workshop.settle()
    try run(["update-index", "-q", "--refresh"])
    try expectClean()
  }

  func expectClean() throws(BenchError) {
    let status = try ask(["status", "--porcelain"])
    guard status.isEmpty else {
      throw .wrongResult("git status in \(path) is not clean:\n\(status.prefix(500))")
    }
  }

  /// Returns the number of commits.
  func height() throws(BenchError) -> Int {
    Int(try ask(["rev-list", "--count", "HEAD"])) ?? 0
  }
}
