import TasksCore

/// The files of a store as they lie in the work tree.
struct TaskFolder {
  let root: String

  /// The paths of everything that could be a task, in no order, and what could not be looked into.
  ///
  /// Hidden folders and repositories inside the store are left alone; links are not followed.
  ///
  /// - Parameter isWanted: By a file's name; asked for others than task files, too.
  func scan(
    for isWanted: (String) -> Bool = { Format(path: $0) != nil }
  ) -> (paths: [String], unreadable: [UnreadableFile]) {
    var paths: [String] = []
    var unreadable: [UnreadableFile] = []
    var folders = [""]
    while let folder = folders.popLast() {
      let place = folder.isEmpty ? root : root + "/" + folder
      guard let names = StoreFile.names(in: place) else {
        unreadable.append(UnreadableFile(path: folder, reason: .noPermission))
        continue
      }
      if !folder.isEmpty, names.contains(where: { $0.name == ".git" }) { continue }
      for (name, kind) in names where !name.hasPrefix(".") {
        let path = folder.isEmpty ? name : folder + "/" + name
        switch kind {
        case .folder: folders.append(path)
        case .regular: if isWanted(name) { paths.append(path) }
        default:
          if isWanted(name) || isLinkedFolder(place + "/" + name) {
            unreadable.append(UnreadableFile(path: path, reason: .notRegularFile))
          }
        }
      }
    }
    return (paths, unreadable)
  }

  /// The paths of the store's own settings and templates, in no order.
  func settings() -> [String] {
    var paths: [String] = []
    var folders = [".tasks"]
    while let folder = folders.popLast() {
      for (name, kind) in StoreFile.names(in: root + "/" + folder) ?? [] where isSetting(name) {
        if kind == .folder { folders.append(folder + "/" + name) }
        if kind == .regular { paths.append(folder + "/" + name) }
      }
    }
    return paths
  }

  /// False for what an editor or a writer of ours leaves beside a file for a while.
  private func isSetting(_ name: String) -> Bool {
    !name.hasPrefix(".") && !name.hasPrefix("#") && !name.hasSuffix("~")
      && !name.hasSuffix(".tasks-new")
  }

  /// The files a month's folder holds.
  func fileCount(_ folder: String) -> Int {
    StoreFile.names(in: root + "/" + folder)?.count { !$0.name.hasPrefix(".") } ?? 0
  }

  func read(_ path: String) throws(ReadError) -> [UInt8] {
    try StoreFile.read(root + "/" + path, limit: TaskReader.largestFile)
  }

  private func isLinkedFolder(_ path: String) -> Bool {
    StoreFile.kind(path) == .other && StoreFile.kind(path + "/.") == .folder
  }
}

/// A file that looks like a task and cannot be read.
public struct UnreadableFile: Sendable, Equatable {
  /// In the store.
  public let path: String
  public let reason: ReadError
}
