import Git

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
    let waiting = workTreePath(Intent.waiting(path))
    try StoreFile.write(
      content, to: waiting, modeOf: workTreePath(path), durable: durable ?? settings.isDurable,
      makesFolder: true)
    return waiting
  }

  /// Writes a file of a change beside its place, with its mode; nothing for one that is to go.
  func prepare(_ file: FileContent, durable: Bool? = nil) throws(StoreError) {
    guard let content = file.content else { return }
    let waiting = try prepare(content, at: file.path, durable: durable)
    if let mode = file.mode { try StoreFile.setExecutable(waiting, mode == .executable) }
  }

  /// The same for many, which are not on the disk then.
  func prepare(_ files: [FileContent]) throws(StoreError) {
    // What a file is written by changes nothing here.
    nonisolated(unsafe) let store = self
    let written = TwoThreads.halves(of: files) { files in
      files.map { file in
        Result { () throws(StoreError) in try store.prepare(file, durable: false) }
      }
    }
    for file in written { try file.get() }
  }

  /// Removes a file, and the folders that are empty then, but for the store's own.
  func takeAway(_ path: String) throws(StoreError) {
    try StoreFile.remove(workTreePath(path))
    var folder = path[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      if folder + "/" == prefix { return }
      StoreFile.removeIfEmpty(workTreePath(String(folder)))
    }
  }
}
