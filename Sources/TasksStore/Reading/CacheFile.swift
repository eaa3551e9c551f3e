import Platform

/// Where the cache of a store lies. Each build of the program has one of its own: no other can know that it reads
/// files alike, and two that are used in turns would write over each other's all the time.
enum CacheFile {
  private static let stem = "cache"
  /// One for each of the programs somebody may use in turns.
  private static let most = 4

  /// The path of a program's cache in a folder.
  static func path(in folder: String, of program: String) -> String {
    guard let build = build(of: program) else { return "\(folder)/\(stem)" }
    return "\(folder)/\(stem)-\(String(build, radix: 16))"
  }

  /// A number for the program as it is on the disk; nil where it is not there.
  static func build(of program: String) -> UInt64? {
    var status = stat()
    guard stat(program, &status) == 0 else { return nil }
    let stamp = FileStamp(status)
    var hash = ByteHash()
    hash.add(UInt64(bitPattern: stamp.mtime))
    hash.add(UInt64(bitPattern: stamp.size))
    hash.add(stamp.inode)
    return hash.value
  }

  /// Removes the caches beside one that was written, but for those written last.
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
    for old in found.dropFirst(most - 1) { try? StoreFile.remove(old.path) }
  }
}
