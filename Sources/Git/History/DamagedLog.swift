import Platform

extension Repository {
  /// Reads a history commit by commit, past objects that are missing or damaged: such a commit has no changes, or is
  /// missing among the parents of another, which has no changes either.
  ///
  /// - Parameters: As those of ``log(from:hiding:under:willRead:)``. Of what `known` hides, its first parents are read
  ///   again where another way leads to them.
  /// - Throws: `noSuchObject` if the head is missing.
  func damagedLog(
    from head: ObjectID, hiding known: ObjectID?, under folder: String
  ) throws(GitError) -> [LoggedCommit] {
    var commits: [LoggedCommit] = []
    var next = [try commit(head)]
    var seen: Set<ObjectID> = [head]
    while let info = next.popLast() {
      var (parents, changes): ([ObjectID], [FileChange]) = ([], [])
      var damage: GitError?
      for parent in info.parents {
        if parent == known || seen.contains(parent) {
          parents.append(parent)
          continue
        }
        do throws(GitError) {
          next.append(try commit(parent))
          seen.insert(parent)
          parents.append(parent)
        } catch {
          guard error.isOfOneObject else { throw error }
          if !isShallow { damage = error }
        }
      }
      if damage == nil {
        do throws(GitError) {
          changes = try self.changes(of: info, in: .under(folder))
        } catch {
          guard error.isOfOneObject else { throw error }
          damage = error
        }
      }
      commits.append(
        LoggedCommit(
          id: info.id, tree: info.tree, time: info.committer.time, parents: parents,
          changes: changes, damage: damage))
    }
    return commits
  }
}
