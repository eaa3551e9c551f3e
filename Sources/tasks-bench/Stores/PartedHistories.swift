import TasksCore

extension StoreMaking {
  /// Makes a repository that has diverged from its upstream: one task in ten has a new title here and a note
  /// upstream. The tag `parted` marks the local branch before a merge.
  func makeParted(_ kind: Kind, at path: String) throws(BenchError) -> GitFolder {
    let here = try load(kind, at: path, isOneCommit: true)
    let there = GitFolder(path: path + "-hub", git: git, workshop: workshop)
    try here.run(["clone", "-q", "--bare", path, there.path])
    try commit("theirs", to: there) { number throws(BenchError) in try sample.noted(number) }
    try commit("ours", to: here) { number throws(BenchError) in
      let document = try sample.retitled(number)
      try here.write(document.bytes, to: document.task.path)
      return document
    }
    try here.readIndex()
    try here.run(["tag", "parted"])
    try here.run(["remote", "add", "origin", there.path])
    try here.run(["fetch", "-q"])
    try here.run(["branch", "-q", "--set-upstream-to", "origin/main"])
    return here
  }

  private func commit(
    _ message: String, to folder: GitFolder,
    _ document: (Int) throws(BenchError) -> OrgDocument
  ) throws(BenchError) {
    let stream = workshop.folder + "/stream"
    var commits = try FastImport(to: stream)
    try commits.commit(message, after: "refs/heads/main^0")
    for number in stride(from: 4, to: sample.count, by: 10) {
      let document = try document(number)
      try commits.file(document.task.path, document.bytes)
    }
    try commits.load(into: folder, from: stream)
  }
}
