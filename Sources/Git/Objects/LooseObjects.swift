import Clibgit2
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

/// Deflates objects one after another in one reused buffer, at zlib's fastest level, as git does for loose objects.
///
/// A small object is stored as it is: its file occupies a block of the disk either way, and most of the time goes to
/// the code tables. git compresses it when it packs.
final class Deflater {
  /// The most bytes that are stored; the length of one stored block is below 65,536.
  private static let small = 1024

  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 14, alignment: 16)
  private var isReady = false

  init() { stream.initialize(to: z_stream()) }

  deinit {
    if isReady { deflateEnd(stream) }
    stream.deallocate()
    buffer.deallocate()
  }

  /// Deflates the concatenation of some pieces. The result is valid until the next call; nil if memory is exhausted.
  func deflate(_ pieces: [[UInt8]]) -> UnsafeRawBufferPointer? {
    let count = pieces.reduce(0) { $0 + $1.count }
    if count <= Deflater.small { return stored(Array(pieces.joined())) }
    let code = isReady ? deflateReset(stream) : clibgit2_deflate_start(stream)
    guard code == Z_OK else { return nil }
    isReady = true
    let most = Int(deflateBound(stream, UInt(count)))
    if buffer.count < most {
      buffer.deallocate()
      buffer = .allocate(byteCount: most, alignment: 16)
    }
    stream.pointee.next_out = buffer.bindMemory(to: UInt8.self).baseAddress
    stream.pointee.avail_out = UInt32(clamping: buffer.count)
    for piece in pieces {
      let isWritten = piece.withUnsafeBufferPointer { bytes in
        stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
        stream.pointee.avail_in = UInt32(clamping: bytes.count)
        return bytes.isEmpty || Clibgit2.deflate(stream, Z_NO_FLUSH) == Z_OK
      }
      guard isWritten, stream.pointee.avail_in == 0 else { return nil }
    }
    guard Clibgit2.deflate(stream, Z_FINISH) == Z_STREAM_END else { return nil }
    return UnsafeRawBufferPointer(rebasing: buffer[..<Int(stream.pointee.total_out)])
  }

  /// Returns a stream of one stored block (RFC 1950; RFC 1951, 3.2.4).
  private func stored(_ bytes: [UInt8]) -> UnsafeRawBufferPointer {
    let (low, high) = (UInt8(bytes.count & 0xFF), UInt8(bytes.count >> 8))
    let sum = UInt32(truncatingIfNeeded: adler32(1, bytes, UInt32(bytes.count)))
    var whole: [UInt8] = [0x78, 0x01, 0x01, low, high, ~low, ~high]
    whole += bytes
    for shift in [24, 16, 8, 0] { whole.append(UInt8(truncatingIfNeeded: sum >> shift)) }
    buffer.copyBytes(from: whole)
    return UnsafeRawBufferPointer(rebasing: buffer[..<whole.count])
  }
}

extension Repository {
  /// The default of `gc.auto`: about five hundred changes of a store. git's default is 6,700, but each loose object
  /// occupies a block of the disk, however small it is.
  private static let looseObjects = 2000

  /// Starts `git gc --auto` in the background if there are so many loose objects that it would pack them; does not
  /// wait for it. git itself leaves off if another gc is running or the last one failed.
  ///
  /// It may run while other processes write: git does not prune unreachable objects that are younger than two weeks.
  ///
  /// - Returns: Whether it was started.
  @discardableResult
  package func packIfNeeded() -> Bool {
    let setting = (try? integer("gc.auto")) ?? nil
    let limit = setting ?? Self.looseObjects
    guard limit > 0, hasManyLooseObjects(limit) else { return false }
    let option = setting == nil ? ["-c", "gc.auto=\(limit)"] : []
    return GitProgram(folder: workTree).leave(option + ["gc", "--auto", "--quiet"])
  }

  /// Estimates the number of loose objects as git does: ids are uniformly distributed, so one folder of 256 is
  /// counted.
  private func hasManyLooseObjects(_ limit: Int) -> Bool {
    let names = File.names(in: commonDirectory + "/objects/17") ?? []
    let count = names.count { $0.name.utf8.count == 38 || $0.name.utf8.count == 62 }
    return count > (limit + 255) / 256
  }
}
