import Platform

/// What others may do with the files of a repository that several people share (`core.sharedRepository`).
struct SharedRepositoryMode {
  /// What a file may be used for beside what its own mode says, or in its place.
  private let bits: mode_t
  private let isExact: Bool

  /// - Returns: Nil where the umask alone says it.
  init?(_ repository: borrowing Repository) throws(GitError) {
    guard let value = try repository.string("core.sharedRepository")?.lowercased() else {
      return nil
    }
    switch value {
    case "umask", "false", "no", "off", "", "0": return nil
    case "all", "world", "everybody", "2": (bits, isExact) = (0o664, false)
    default:
      guard let octal = mode_t(value, radix: 8), octal > 1 else {
        (bits, isExact) = (0o660, false)
        return
      }
      (bits, isExact) = (octal & 0o666, true)
    }
  }

  /// Gives a file or a folder the mode that git would give it; one that is not there, or not ours, is left out.
  func share(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG || kind == S_IFDIR else { return }
    var mode = mode(status.st_mode & 0o7777)
    if kind == S_IFDIR { mode |= (mode & 0o444) >> 2 | mode_t(S_ISGID) }
    if mode != status.st_mode & 0o7777 { chmod(path, mode) }
  }

  private func mode(_ own: mode_t) -> mode_t {
    var bits = bits
    if own & 0o200 == 0 { bits &= ~0o222 }
    if own & 0o100 != 0 { bits |= (bits & 0o444) >> 2 }
    return isExact ? own & ~0o777 | bits : own | bits
  }
}

extension Repository {
  /// Lets others use what this program has written into the repository beside objects.
  func shareOwnFiles() throws(GitError) {
    guard let sharing = try SharedRepositoryMode(self) else { return }
    let folder = gitDirectory + "/tasks"
    sharing.share(folder)
    for (name, _) in File.names(in: folder) ?? [] { sharing.share(folder + "/" + name) }
    sharing.share(indexPath)
    for name in try namesOfHead().all {
      let place = name == "HEAD" ? gitDirectory : commonDirectory
      // The first branch of a group brings its folders with it.
      for root in [place, place + "/logs"] {
        var path = (root + "/" + name)[...]
        while path.count >= root.count, path.count > place.count {
          sharing.share(String(path))
          path = path[..<(path.lastSlash ?? path.startIndex)]
        }
      }
    }
  }
}
