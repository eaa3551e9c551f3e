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
      "there are staged changes; commit them, or take them back, before the merge"
    case .dirty(let paths):
      "these files were changed and not committed, and the merge would overwrite them: "
        + paths.joined(separator: " ")
    case .alike(let path): "two names look the same and are written in other bytes: \(path)"
    case .noText(let path): "a name is not in UTF-8: \(path)"
    case .noBase(let commit):
      "the commit \(commit), from which both sides come, is missing; run git fsck, or fetch it again"
    case .filtered(let path): "\(path) goes through a filter, which is git's own business"
    }
  }
}
