import Platform

/// The permissions of files in a shared repository (`core.sharedRepository`, git-config(1)).
struct SharedRepositoryMode {
  /// Permission bits that are added to those of a file, or replace them if `isExact`.
  private let bits: mode_t
  private let isExact: Bool

  /// Reads the setting; nil if only the umask determines the permissions.
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

  /// Sets the permissions that git would give a file or folder; a missing one, or one of another user, is skipped.
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
  /// Sets the permissions of the files that this program has written into the repository, except objects.
  func shareOwnFiles() throws(GitError) {
    guard let sharing = try SharedRepositoryMode(self) else { return }
    let folder = gitDirectory + "/tasks"
    sharing.share(folder)
    for (name, _) in File.names(in: folder) ?? [] { sharing.share(folder + "/" + name) }
    sharing.share(indexPath)
    for name in try namesOfHead().all {
      let place = name == "HEAD" ? gitDirectory : commonDirectory
      // The first branch of a group, such as `work/a`, creates folders too.
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
