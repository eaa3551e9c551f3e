import Platform

/// Syncs files of a repository to disk. It is a value, so that another thread can run it.
package struct RepositorySync: Sendable {
  fileprivate let gitDirectory: String
  fileprivate let commonDirectory: String
  fileprivate let workTree: String

  /// Syncs objects, files and folders, and returns once they are on the disk.
  ///
  /// All objects must be written before, and no reference may point to them yet.
  ///
  /// - Parameters:
  ///   - objects: Objects that were just written; those that have been packed since are already on the disk.
  ///   - files: Absolute paths; missing files are skipped.
  ///   - folders: Absolute paths; the folders of the objects are added.
  package func callAsFunction(
    objects: [ObjectID] = [], files: [String] = [], folders: [String] = []
  ) throws(GitError) {
    var (files, folders) = (files, folders)
    if !objects.isEmpty {
      let root = commonDirectory + "/objects"
      folders.append(root)
      // Loose objects are spread over 256 folders, named by two hexadecimal digits.
      var isNamed = Array(repeating: false, count: 256)
      for id in objects {
        let (folder, name) = id.looseName
        files.append("\(root)/\(folder)/\(name)")
        let number = Int(folder, radix: 16) ?? 0
        if isNamed[number] { continue }
        isNamed[number] = true
        folders.append("\(root)/\(folder)")
      }
    }
    let places = [gitDirectory, commonDirectory, workTree]
    try GitError.system {
      () throws(SystemError) in
      try DiskSync.sync(files: files, folders: folders, places: places)
    }
  }
}

extension Repository {
  /// Syncs files of this repository.
  package var diskSync: RepositorySync {
    RepositorySync(
      gitDirectory: gitDirectory, commonDirectory: commonDirectory, workTree: workTree)
  }
}
