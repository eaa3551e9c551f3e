import Clibgit2

/// Merges of three texts line by line, with the library that `git merge-file` uses too (xdiff).
package enum CleanMerge {
  /// Returns the merged text; nil if `git merge-file` would leave a conflict in it.
  ///
  /// - Parameter base: Empty if the sides have no common base.
  package static func merged(base: [UInt8], ours: [UInt8], theirs: [UInt8]) -> [UInt8]? {
    Library.start()
    var result = git_merge_file_result()
    defer { git_merge_file_result_free(&result) }
    let code = base.withInput { base in
      ours.withInput { ours in
        theirs.withInput { theirs in git_merge_file(&result, base, ours, theirs, nil) }
      }
    }
    guard code == 0, result.automergeable == 1 else { return nil }
    return Array(UnsafeRawBufferPointer(start: result.ptr, count: result.len))
  }
}

extension [UInt8] {
  fileprivate func withInput<Result>(
    _ body: (UnsafePointer<git_merge_file_input>) -> Result
  ) -> Result {
    withUnsafeBytes { bytes in
      var input = git_merge_file_input()
      input.version = UInt32(GIT_MERGE_FILE_INPUT_VERSION)
      input.ptr = bytes.bindMemory(to: CChar.self).baseAddress
      input.size = bytes.count
      return withUnsafePointer(to: &input) { body($0) }
    }
  }
}
