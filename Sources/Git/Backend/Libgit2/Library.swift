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
    // What is mapped of packs counts as memory of the program; by default that is all of them.
    _ = clibgit2_set_pack_windows(8 << 20, 32 << 20)
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

/// Checks a result of libgit2: throws an error for a negative code, and returns all others. Every call that can fail
/// goes through this file.
///
/// - Parameter doing: Ends the sentence "could not …".
@discardableResult
func check(_ code: Int32, _ doing: @autoclosure () -> String) throws(GitError) -> Int32 {
  guard code < 0 else { return code }
  throw failure(code, doing())
}

/// Calls a function of libgit2 that allocates an object, checks it, and returns the object; the caller frees it.
func made(
  _ doing: @autoclosure () -> String,
  _ call: (UnsafeMutablePointer<OpaquePointer?>) -> Int32
) throws(GitError) -> OpaquePointer {
  var object: OpaquePointer?
  let code = call(&object)
  guard code >= 0, let object else { throw failure(code, doing()) }
  return object
}

private func failure(_ code: Int32, _ doing: String) -> GitError {
  var text = ""
  if let last = git_error_last(), let message = last.pointee.message {
    text = String(cString: message)
  }
  return .libgit2(doing: doing, code: code, message: text)
}
