import Git

/// Operations that an undo takes back together, newest first.
package struct UndoableOperations {
  package let commits: [CommitInfo]
  /// The ids of the other devices that made one of them; the name of the author for a commit that is not ours.
  package let otherDevices: [String]

  /// - Parameter device: The id of this device.
  init(commits: [CommitInfo], device: String) {
    self.commits = commits
    var others: [String] = []
    for commit in commits {
      let name = commit.trailers(named: CommitMessage.deviceTrailer).last ?? commit.author.name
      if name != device, !others.contains(name) { others.append(name) }
    }
    otherDevices = others
  }
}
