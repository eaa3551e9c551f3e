/// Why a merge is left to git.
package enum MergeRefusal: Error, Equatable {
  case fileAndFolder(String)
  case stagedChanges
  case dirty([String])
  /// The path of a file that a filter of the user converts.
  case filtered(String)
  /// Two paths that differ in their Unicode form only, so that Swift compares them as equal.
  case alike(String)
  /// A name that is not UTF-8, and could only be written as a different one.
  case noText(String)
  /// The id of a missing merge base.
  case noBase(String)
}

extension MergeRefusal: CustomStringConvertible {
  package var description: String {
    switch self {
    case .fileAndFolder(let path): "\(path) is a file on one side and a folder on the other"
    case .stagedChanges:
      "there are staged changes; commit or unstage them before the merge"
    case .dirty(let paths):
      "these files have uncommitted changes that the merge would overwrite: "
        + paths.joined(separator: " ")
    case .alike(let path): "two names look the same but differ in their bytes: \(path)"
    case .noText(let path): "a name is not UTF-8: \(path)"
    case .noBase(let commit):
      "the merge base \(commit) is missing; run git fsck, or fetch it again"
    case .filtered(let path): "\(path) has a git filter, so git itself must merge it"
    }
  }
}
