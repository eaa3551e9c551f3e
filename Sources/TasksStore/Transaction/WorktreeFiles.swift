import Git
import Platform

/// Files of the work tree on their way to their places.
extension TaskStore {
  /// Writes a file as a whole: beside its place, then there.
  func place(_ content: [UInt8], at path: String, durable: Bool? = nil) throws(StoreError) {
    let waiting = try prepare(content, at: path, durable: durable)
    try StoreFile.rename(waiting, to: workTreePath(path))
  }

  /// Writes a file beside its place, where `rename` takes it from.
  ///
  /// - Parameter durable: Whether it is on the disk then; as the store's setting says when left out.
  func prepare(
    _ content: [UInt8], at path: String, durable: Bool? = nil
  ) throws(StoreError) -> String {
    try prepare(FileContent(path: path, content: content), durable: durable)
    return workTreePath(Journal.waiting(path))
  }

  /// Writes a file of a change beside its place, with its mode; nothing for one that is to go.
  func prepare(_ file: FileContent, durable: Bool? = nil) throws(StoreError) {
    try TaskStore.prepare(
      file, below: repository.workTree, durable: durable ?? settings.isDurable)
  }

  /// The same for many, which are not on the disk then.
  func prepare(_ files: [FileContent]) throws(StoreError) {
    let workTree = repository.workTree
    let written = ParallelHalves.halves(of: files) { files in
      files.map { file in
        Attempt { () throws(StoreError) in
          try TaskStore.prepare(file, below: workTree, durable: false)
        }
      }
    }
    for file in written { try file.get() }
  }

  private static func prepare(
    _ file: FileContent, below workTree: String, durable: Bool
  ) throws(StoreError) {
    guard let content = file.content else { return }
    let waiting = "\(workTree)/\(Journal.waiting(file.path))"
    try StoreFile.write(
      content, to: waiting, modeOf: "\(workTree)/\(file.path)", durable: durable,
      makesFolder: true)
    if let mode = file.mode { try StoreFile.setExecutable(waiting, mode == .executable) }
  }

  /// Removes a file, and the folders that are empty then, but for the store's own.
  func takeAway(_ path: String) throws(StoreError) {
    try StoreFile.remove(workTreePath(path))
    var folder = path[...]
    while let slash = folder.lastSlash {
      folder = folder[..<slash]
      if folder + "/" == prefix { return }
      File.removeIfEmpty(workTreePath(String(folder)))
    }
  }
}
