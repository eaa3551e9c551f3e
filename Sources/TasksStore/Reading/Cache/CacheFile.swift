import Platform

/// A file of what can be made again, which may be deleted at any moment: a header, then what the kind of the cache says.
/// Numbers are in the machine's byte order.
package struct CacheFile {
  package struct Header: BitwiseCopyable {
    let kind: UInt64
    /// Of what the content depends on: a cache with another one is not used.
    let fingerprint: UInt64
    /// The numbers of rows of each kind.
    package let counts: SIMD4<UInt32>
    /// Where the bytes begin that the checksum is of.
    package let start: UInt64
    private var size: UInt64 = 0
    private var sum: UInt64 = 0

    init(
      _ kind: UInt64, fingerprint: UInt64, counts: SIMD4<UInt32>,
      start: Int = MemoryLayout<Header>.stride
    ) {
      (self.kind, self.fingerprint, self.counts) = (kind, fingerprint, counts)
      self.start = UInt64(start)
    }

    /// Notes the size and the checksum of a file that is this header and what follows it.
    mutating func seal(_ file: UnsafeRawBufferPointer) {
      size = UInt64(file.count)
      sum = checksum(of: file)
    }

    fileprivate func isSealed(_ file: UnsafeRawBufferPointer) -> Bool {
      size == UInt64(file.count) && start % 8 == 0
        && start >= UInt64(MemoryLayout<Header>.stride) && start <= size
        && sum == checksum(of: file)
    }

    private func checksum(of file: UnsafeRawBufferPointer) -> UInt64 {
      var hash = ByteHash()
      for word in [kind, fingerprint, start, size] { hash.add(word) }
      for count in 0..<4 { hash.add(UInt64(counts[count])) }
      hash.add(checksum: UnsafeRawBufferPointer(rebasing: file[Int(start)...]))
      return hash.value
    }
  }

  package let header: Header
  let file: MappedFile

  /// Returns nil if there is no cache, or it is damaged, of another kind or with another fingerprint.
  package init?(_ path: String, _ kind: UInt64, fingerprint: UInt64) {
    guard let file = MappedFile(path), file.bytes.count >= MemoryLayout<Header>.stride else {
      return nil
    }
    header = file.bytes.loadUnaligned(as: Header.self)
    self.file = file
    guard header.kind == kind, header.fingerprint == fingerprint, header.isSealed(file.bytes)
    else { return nil }
  }

  /// Takes rows from where the checksum begins, or from where the last ones ended; nil if there are not so many.
  package func rows<Row: BitwiseCopyable>(
    _ count: UInt32, of type: Row.Type, from start: inout Int
  ) -> [Row]? {
    let end = start + Int(count) * MemoryLayout<Row>.stride
    guard end <= file.bytes.count else { return nil }
    let bytes = UnsafeRawBufferPointer(rebasing: file.bytes[start..<end])
    start = end
    return [Row](unsafeUninitializedCapacity: Int(count)) { rows, filled in
      UnsafeMutableRawBufferPointer(rows).copyMemory(from: bytes)
      filled = Int(count)
    }
  }

  /// Puts a cache in place of the one there is. One that cannot be written is left out: the next reader only takes
  /// longer.
  package static func write(
    _ content: [UInt8], to path: String, _ kind: UInt64, fingerprint: UInt64, counts: SIMD4<UInt32>
  ) {
    var header = Header(kind, fingerprint: fingerprint, counts: counts)
    var file = [UInt8](repeating: 0, count: MemoryLayout<Header>.stride) + content
    file.withUnsafeMutableBytes { bytes in
      header.seal(UnsafeRawBufferPointer(bytes))
      bytes.storeBytes(of: header, as: Header.self)
    }
    let waiting = waiting(for: path)
    do throws(StoreError) {
      try StoreFile.write(file, to: waiting, durable: false)
      place(waiting, at: path)
    } catch {
      try? StoreFile.remove(waiting)
    }
  }

  /// The path of a cache that is being written. No other has it, in this process or in another, and it ends in the
  /// process id.
  static func waiting(for path: String) -> String {
    "\(path).\(String(UInt64.random(in: 0 ... .max), radix: 36)).\(getpid())"
  }

  static func place(_ waiting: String, at path: String) {
    do throws(StoreError) {
      try StoreFile.rename(waiting, to: path)
    } catch {
      try? StoreFile.remove(waiting)
    }
    removeLeft(beside: path)
  }

  /// Removes the unfinished caches of killed processes, whose names end in the process id.
  private static func removeLeft(beside path: String) {
    let folder = path.lastSlash.map { String(path[..<$0]) } ?? "."
    for (name, kind) in File.names(in: folder) ?? [] where kind == .regular {
      guard let dot = name.lastIndex(of: "."), let owner = Int32(name[name.index(after: dot)...]),
        owner > 0, kill(owner, 0) != 0, errno == ESRCH
      else { continue }
      try? StoreFile.remove("\(folder)/\(name)")
    }
  }

  // MARK: The list's cache of each build

  private static let stem = "cache"
  /// How many are kept: one for each of the programs a user may use in turns.
  private static let maxKept = 4

  /// Returns the path of a program's cache in a folder. Each build has its own: builds may parse files differently, and
  /// two builds used in turn would overwrite each other's cache every time.
  static func path(in folder: String, of program: String) -> String {
    guard let build = build(of: program) else { return "\(folder)/\(stem)" }
    return "\(folder)/\(stem)-\(String(build, radix: 16))"
  }

  /// Returns a number for the program file as it is on disk (time, size and inode), or nil if there is none.
  package static func build(of program: String) -> UInt64? {
    var status = stat()
    guard stat(program, &status) == 0 else { return nil }
    let stamp = FileStamp(status)
    var hash = ByteHash()
    hash.add(UInt64(bitPattern: stamp.mtime))
    hash.add(UInt64(bitPattern: stamp.size))
    hash.add(stamp.inode)
    return hash.value
  }

  /// Removes the oldest caches next to the one just written.
  static func removeOld(beside path: String) {
    let folder = path.lastSlash.map { String(path[..<$0]) } ?? "."
    var found: [(path: String, time: Int64)] = []
    for (name, kind) in File.names(in: folder) ?? []
    where kind == .regular && (name == stem || name.hasPrefix(stem + "-")) && !name.contains(".") {
      var status = stat()
      let other = "\(folder)/\(name)"
      if other != path, lstat(other, &status) == 0 {
        found.append((other, FileStamp.modified(status)))
      }
    }
    found.sort { $0.time > $1.time }
    for old in found.dropFirst(maxKept - 1) { try? StoreFile.remove(old.path) }
  }
}
