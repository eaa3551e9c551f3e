import Clibgit2
import Platform

/// Initialises libgit2 and its process-wide options.
enum Library {
  /// Initialises libgit2 once; every function that uses it first calls this. It is never shut down.
  static func start() {
    _ = started
  }

  private static let started: Bool = {
    guard git_libgit2_init() >= 1 else { return false }
    // Objects are only made from ids that this module has just written or read, so their existence is not checked.
    _ = clibgit2_set_strict_object_creation(0)
    // git does not verify hashes on reading either: damaged objects fail to inflate, and `git fsck` finds the rest.
    _ = clibgit2_set_strict_hash_verification(0)
    "worktreeconfig".withCString { first in
      "partialclone".withCString { second in
        var names: [UnsafePointer<CChar>?] = [first, second]
        _ = clibgit2_set_extensions(&names, 2)
      }
    }
    // libgit2 does not support these two variables of git.
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

/// Returns an environment variable; nil if it is not set.
func environment(_ name: String) -> String? {
  guard let value = getenv(name) else { return nil }
  return String(cString: value)
}
