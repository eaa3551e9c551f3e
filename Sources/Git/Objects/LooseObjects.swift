import Platform

/// Writes loose objects, `objects/XX/…` (gitformat-loose(5)). libgit2 would list the packs again before each object,
/// and allocate memory to deflate each.
package final class LooseObjects {
  private let folder: String
  private let deflater = Deflater()

  /// Makes a writer.
  ///
  /// - Parameter folder: The repository's `objects` directory.
  package init(in folder: String) { self.folder = folder }

  /// Writes an object; it is not synced to the disk.
  ///
  /// If a loose object exists its modification time is updated, so that `git gc` does not prune it. Packs are not
  /// searched: the next `git gc` removes a duplicate.
  ///
  /// - Throws: `system`.
  package func write(_ content: [UInt8], as kind: ObjectKind) throws(GitError) -> ObjectID {
    let id = ObjectID.of(content, kind, .sha1)
    let (inner, name) = id.looseName
    let place = "\(folder)/\(inner)"
    let path = "\(place)/\(name)"
    if utimensat(AT_FDCWD, path, nil, 0) == 0 { return id }
    guard let deflated = deflater.deflate([kind.header(size: content.count), content]) else {
      throw .system(.call(doing: "deflate", path: path, code: ENOMEM))
    }
    try write(deflated, to: path, in: place)
    return id
  }

  /// Writes many blobs, in two threads.
  package func write(blobs: [[UInt8]]) throws(GitError) -> [ObjectID] {
    if blobs.count == 1 { return [try write(blobs[0], as: .blob)] }
    let folder = folder
    let written = ParallelHalves.halves(of: blobs) { blobs in
      // Each thread needs a deflater of its own.
      let objects = LooseObjects(in: folder)
      return blobs.map { blob in
        Attempt { () throws(GitError) in try objects.write(blob, as: .blob) }
      }
    }
    return try written.map { blob throws(GitError) in try blob.get() }
  }

  private func write(
    _ bytes: UnsafeRawBufferPointer, to path: String, in place: String
  ) throws(GitError) {
    // `git gc` may remove the folder at any moment while it is empty.
    for _ in 0..<10 {
      // A name that makes `git gc` remove it later if this process is killed.
      let (draft, file) = try createFile(place + "/tmp_obj_", mode: 0o444, in: place)
      var code = File.writeAll(bytes, to: file)
      if close(file) != 0, code == 0 { code = errno }
      if code == 0, rename(draft, path) == 0 { return }
      if code == 0 { code = errno }
      unlink(draft)
      guard code == ENOENT else { throw .system(.call(doing: "write", path: path, code: code)) }
    }
    throw .system(.call(doing: "write", path: path, code: ENOENT))
  }
}
