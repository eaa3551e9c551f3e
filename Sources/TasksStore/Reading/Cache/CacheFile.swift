import Platform

/// The path of a store's cache. Each build of the program has its own: builds may parse files differently, and two
/// builds used in turn would overwrite each other's cache every time.
package enum CacheFile {
  private static let stem = "cache"
  /// How many caches are kept: one for each of the programs a user may use in turns.
  private static let most = 4

  /// Returns the path of a program's cache in a folder.
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

  /// Removes the oldest caches next to the one just written, keeping the `most` newest.
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
