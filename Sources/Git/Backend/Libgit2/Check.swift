import Clibgit2
import Platform

/// The one place where a result of libgit2 turns into a Swift error: every call that can fail goes
/// through here. `doing` ends the sentence "could not …".
@discardableResult
func check(_ code: Int32, _ doing: @autoclosure () -> String) throws(GitError) -> Int32 {
  guard code < 0 else { return code }
  throw failure(code, doing())
}

/// Runs a call that hands out an object, checks it, and returns the object; the caller frees it.
func made(
  _ doing: @autoclosure () -> String,
  _ call: (UnsafeMutablePointer<OpaquePointer?>) -> Int32
) throws(GitError) -> OpaquePointer {
  var object: OpaquePointer?
  let code = call(&object)
  guard code >= 0, let object else { throw failure(code, doing()) }
  return object
}

/// As `made`, but nil where libgit2 says that there is no such thing.
func madeIfFound(
  _ doing: @autoclosure () -> String,
  _ call: (UnsafeMutablePointer<OpaquePointer?>) -> Int32
) throws(GitError) -> OpaquePointer? {
  var object: OpaquePointer?
  let code = call(&object)
  if code == GIT_ENOTFOUND.rawValue { return nil }
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
