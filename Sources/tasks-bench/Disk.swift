#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Calls the C function `read`, which a method of that name hides.
private func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(file, buffer, count)
}

/// The operations on files and folders that making stores needs.
enum Disk {
  static func message(_ code: Int32) -> String { String(cString: strerror(code)) }

  /// Makes the folder and its parents, unless they exist.
  static func makeFolder(_ path: String) throws(BenchError) {
    if mkdir(path, 0o777) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      throw .file(path: path, code: errno)
    }
    try makeFolder(String(path[..<slash]))
    guard mkdir(path, 0o777) == 0 else { throw .file(path: path, code: errno) }
  }

  /// Makes a new temporary folder.
  static func makeTemporaryFolder() throws(BenchError) -> String {
    let place = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let pattern = strdup(place + "/tasks-bench-XXXXXX")
    defer { free(pattern) }
    guard let pattern, let made = mkdtemp(pattern), let real = realpath(made, nil) else {
      throw .file(path: place, code: errno)
    }
    defer { free(real) }
    return String(cString: real)
  }

  /// Returns the absolute path. Symbolic links are resolved if the path exists.
  static func absolute(_ path: String) throws(BenchError) -> String {
    if let real = realpath(path, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    guard !path.hasPrefix("/") else { return path }
    return try absolute(".") + "/" + path
  }

  static func write(_ bytes: [UInt8], to path: String) throws(BenchError) {
    let file = try DiskFile(path)
    try file.append(bytes)
  }

  static func write(_ text: String, to path: String) throws(BenchError) {
    try write(Array(text.utf8), to: path)
  }

  /// Returns the contents of a file; nil if it cannot be opened.
  static func read(_ path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes { systemRead(file, $0.baseAddress, $0.count) }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }

  static func link(_ path: String, to target: String) throws(BenchError) {
    guard symlink(target, path) == 0 else { throw .file(path: path, code: errno) }
  }

  static func isExecutable(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(path, X_OK) == 0
  }

  /// Returns the bytes on disk that the files in a folder take up. Folders are not counted, because git makes the
  /// 256 folders for loose objects only once.
  static func size(of folder: String) -> Int {
    var size = 0
    visit(folder) { _, status in
      if status.st_mode & S_IFMT != S_IFDIR { size += Int(status.st_blocks) * 512 }
    }
    return size
  }

  /// Removes a file, or a folder with its contents, if it exists.
  static func remove(_ path: String) {
    visit(path) { path, status in
      _ = status.st_mode & S_IFMT == S_IFDIR ? rmdir(path) : unlink(path)
    }
  }

  /// Calls `body` for everything in a folder, then for the folder.
  private static func visit(_ path: String, _ body: (String, stat) -> Void) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
      for name in names(in: path) { visit("\(path)/\(name)", body) }
    }
    body(path, status)
  }

  private static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
