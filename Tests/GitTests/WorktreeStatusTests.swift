import Foundation
import Git
import TestSupport
import Testing

/// What the index alone tells of a work tree, against the walk of HEAD's trees.
@Suite struct WorktreeStatusTests {
  @Test(arguments: 0..<4) func agreesWithTheTrees(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let world = try TestRepository()
    let folders = ["", "store/", "store/a/", "store/b/c/", "stores/"]
    func name() -> String {
      folders[Int.random(in: 0..<5, using: &random)]
        + "\(Int.random(in: 0..<20, using: &random)).org"
    }
    for number in 0..<60 {
      try world.write("\(folders[number % 5])\(number % 20).org", "\(number)")
    }
    try world.commitAll()
    let files = FileManager.default
    var told = 0
    for step in 0..<40 {
      let path = name()
      switch Int.random(in: 0..<9, using: &random) {
      case 0: try? files.removeItem(atPath: world.path + "/" + path)
      case 1:
        try? files.removeItem(atPath: world.path + "/" + path)
        try? files.createSymbolicLink(
          atPath: world.path + "/" + path, withDestinationPath: "nowhere")
      case 2: try world.write(path, "same size \(step % 10)")
      case 3: try world.git("add", "-A", "stores")
      case 4: try world.commitAll()
      case 5: try world.git("reset", "-q", "--hard")
      case 6: try world.git("checkout", "-q", "--", ".")
      default: try world.write(path, "step \(step)")
      }
      let repository = try Repository(at: world.path, durable: false)
      for folder in ["", "store/"] {
        let slow = try repository.worktreeChanges(under: folder)
        guard let quick = try changes(repository, world.path, folder) else { continue }
        told += 1
        #expect(quick == slow, "seed \(seed), step \(step), folder \(folder)")
      }
    }
    #expect(told > 20, "seed \(seed): the index tells nearly always")
  }

  private func changes(
    _ repository: borrowing Repository, _ root: String, _ folder: String
  ) throws -> [WorktreeChange]? {
    guard let head = try repository.head().id else { return nil }
    let found = try repository.suspects(
      under: folder, of: repository.tree(ofCommit: head),
      look: { path, known in
        var status = stat()
        let file = root + "/" + folder + String(decoding: path, as: UTF8.self)
        guard lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return .absent }
        let mtime = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
        let ctime = Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec)
        let (inode, size) = (UInt64(status.st_ino), Int64(status.st_size))
        let isSame = known.matches(
          FileStatus(mtime: mtime, ctime: ctime, inode: inode, size: size))
        let isExact = known.isExactly(mtime: mtime, ctime: ctime, inode: inode, size: size)
        #expect(isSame || !isExact)
        return isSame ? .same : .different
      }, where: { _ in true })
    return try found.map { try repository.worktreeChanges(among: $0.files) }
  }

  /// Some programs leave the trees out of the index: the next change of ours puts them in again.
  @Test func cacheTreeComesBack() throws {
    let world = try TestRepository()
    for number in 0..<30 { try world.write("\(number % 7)/\(number % 3)/\(number).org", "x") }
    try world.commitAll()
    try world.git("rm", "-r", "-q", "--cached", ".")
    let listing = try world.git("ls-tree", "-r", "HEAD") + "\n"
    try GitProgram(folder: world.path).check(
      ["update-index", "--index-info"], input: Array(listing.utf8))
    let repository = try world.open()
    #expect(try changes(repository, world.path, "") == nil)
    try world.save([("3/0/new.org", "new")], in: repository)
    #expect(try changes(repository, world.path, "") == [])
    try world.expectClean()
  }
}
