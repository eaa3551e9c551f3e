import Clibgit2
import Platform

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
