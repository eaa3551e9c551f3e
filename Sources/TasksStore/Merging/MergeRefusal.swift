/// Why a merge is left to git.
enum MergeRefusal: Error, Equatable {
  case fileAndFolder(String)
  case stagedChanges
  case dirty([String])
  /// A path whose content a program of the user's filters.
  case filtered(String)
  /// Two paths that differ only in how their accents are written, so that Swift takes them for one.
  case alike(String)
  /// A name that is no text, which could only be written down as another one.
  case noText(String)
  /// A commit from which both sides come.
  case noBase(String)
}

extension MergeRefusal: CustomStringConvertible {
  var description: String {
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
