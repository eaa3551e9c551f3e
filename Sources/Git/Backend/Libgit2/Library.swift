import Clibgit2
import Platform

/// The one start of libgit2, and its process-wide options.
enum Library {
  /// Starts libgit2 once; every door into it calls this first. It is never shut down: the process
  /// ends with it.
  static func start() {
    _ = started
  }

  private static let started: Bool = {
    guard git_libgit2_init() >= 1 else { return false }
    // Objects are made from ids that this module has just written or read.
    _ = clibgit2_set_strict_object_creation(0)
    // As git reads them; what a disk has damaged does not inflate, and `git fsck` is there for the rest.
    _ = clibgit2_set_strict_hash_verification(0)
    "worktreeconfig".withCString { first in
      "partialclone".withCString { second in
        var names: [UnsafePointer<CChar>?] = [first, second]
        _ = clibgit2_set_extensions(&names, 2)
      }
    }
    // libgit2 does not know these two variables of git.
    if let value = environment("GIT_CONFIG_NOSYSTEM"),
      !["", "0", "false", "no", "off"].contains(value.lowercased())
    {
      _ = clibgit2_set_search_path(Int32(GIT_CONFIG_LEVEL_SYSTEM.rawValue), "")
    }
    if environment("GIT_CONFIG_GLOBAL") != nil {
      _ = clibgit2_set_search_path(Int32(GIT_CONFIG_LEVEL_GLOBAL.rawValue), "")
      _ = clibgit2_set_search_path(Int32(GIT_CONFIG_LEVEL_XDG.rawValue), "")
    }
    return true
  }()
}

/// A variable of the environment, nil when it is not set.
func environment(_ name: String) -> String? {
  guard let value = getenv(name) else { return nil }
  return String(cString: value)
}
