import Git
import Platform
import TasksCore

/// Three versions of a file that is not a task, merged by `git merge-file`.
package struct GitMergeFile {
  package let bytes: [UInt8]
  package let isClean: Bool

  /// - Parameters:
  ///   - attribute: The path's `merge` attribute; of git's own drivers `union` and `binary` are supported.
  ///   - folder: A folder for the temporary files that git reads.
  package init(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], favour: TreeMerge.Favour?,
    attribute: String? = nil, folder: String
  ) throws {
    if attribute == "unset" || attribute == "binary" {
      bytes = favour == .theirs ? theirs : ours
      isClean = favour != nil
      return
    }
    let names = ["ours", "base", "theirs"].map { folder + "/merge-" + $0 }
    for (name, content) in zip(names, [ours, base, theirs]) {
      try StoreFile.write(content, to: name, durable: false)
    }
    defer { for name in names { try? StoreFile.remove(name) } }
    let option: [String] =
      switch favour {
      case .ours: ["--ours"]
      case .theirs: ["--theirs"]
      case nil: attribute == "union" ? ["--union"] : []
      }
    let outcome = try GitProgram(folder: folder).run(
      ["merge-file", "-p", "-L", "HEAD", "-L", "base", "-L", "theirs"] + option + names)
    // git exits with the number of conflicts, at most 127, or with 255 for a binary file, of which one side is kept.
    if outcome.status.code > 127 {
      bytes = favour == .theirs ? theirs : ours
      isClean = favour != nil
    } else {
      bytes = outcome.output
      isClean = outcome.status.code == 0
    }
  }
}

extension TaskMerge {
  /// Merges texts as `git merge-file` does, in this process.
  @Sendable static func linesAsInGit(_ texts: ThreeWay<[UInt8]>) -> [UInt8]? {
    CleanMerge.merged(base: texts.base ?? [], ours: texts.ours, theirs: texts.theirs)
  }
}
