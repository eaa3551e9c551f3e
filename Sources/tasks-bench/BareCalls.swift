#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The system calls that one change needs: `stat` of each file, since a hand edit must be noticed; four objects,
/// the branch and the task's file, all synced to disk before the change counts as made; and a rewrite of the index.
/// Nothing is parsed, inflated, hashed or decided.
struct BareCalls {
  /// The path of the list of files: the names of the folders, each preceded by a slash, and of the files in them,
  /// each ended by a NUL.
  static let names = "/.git/bare-names"

  let path: String

  func run() throws(BenchError) {
    guard let names = Disk.read(path + BareCalls.names), chdir(path) == 0 else {
      throw .usage("\(path) is no folder for bare calls")
    }
    // Runs while this thread waits for the disk.
    let looks = Looks(names)
    // The sizes of a task, its folder's tree, the root tree and the commit in a store of 10,000 tasks.
    let objects = [165, 14_000, 1_634, 222].map { [UInt8](repeating: 7, count: $0) }
    let number = getpid()
    for (index, bytes) in objects.enumerated() {
      let path = ".git/objects/bare-\(number)-\(index)"
      try Disk.write(bytes, to: path + ".new")
      try rename(path + ".new", to: path)
    }
    try Disk.write(objects[0], to: "bare-\(number).new")
    try Disk.write([UInt8](repeating: 7, count: 41), to: ".git/refs/heads/bare.lock")
    // One sync of all files takes less time than one sync per file.
    sync()
    try Disk.write(Disk.read(".git/index") ?? [], to: ".git/bare-index.new")
    looks.wait()
    try rename("bare-\(number).new", to: "bare-\(number).org")
    try rename(".git/bare-index.new", to: ".git/bare-index")
    try rename(".git/refs/heads/bare.lock", to: ".git/refs/heads/bare")
    sync()
  }

  private func rename(_ old: String, to new: String) throws(BenchError) {
    guard Self.systemRename(old, new) == 0 else { throw .file(path: new, code: errno) }
  }

  private static func systemRename(_ old: String, _ new: String) -> Int32 {
    #if canImport(Darwin)
      Darwin.rename(old, new)
    #else
      Glibc.rename(old, new)
    #endif
  }

  // MARK: Files

  /// Calls `stat` for all files in two threads, so that one processor does not idle.
  private final class Looks {
    private let halves: [Half]
    #if canImport(Darwin)
      private var threads: [pthread_t?] = []
    #else
      private var threads: [pthread_t] = []
    #endif

    init(_ names: [UInt8]) {
      let middle = (names.count / 2..<names.count).first { index in
        names[index] == 0x2F && names[index - 1] == 0
      }
      let half = middle ?? names.count
      halves = [Half(names[..<half]), Half(names[half...])]
      for half in halves {
        let context = Unmanaged.passUnretained(half).toOpaque()
        #if canImport(Darwin)
          var thread: pthread_t?
          pthread_create(&thread, nil, { Half.run($0) }, context)
        #else
          var thread = pthread_t()
          pthread_create(&thread, nil, { Half.run($0) }, context)
        #endif
        threads.append(thread)
      }
    }

    func wait() {
      for thread in threads {
        #if canImport(Darwin)
          if let thread { pthread_join(thread, nil) }
        #else
          pthread_join(thread, nil)
        #endif
      }
    }
  }

  /// One half of the folders and names.
  private final class Half {
    private let names: ArraySlice<UInt8>

    init(_ names: ArraySlice<UInt8>) { self.names = names }

    static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      if let context { Unmanaged<Half>.fromOpaque(context).takeUnretainedValue().look() }
      return nil
    }

    func look() {
      var folder: Int32 = -1
      var status = stat()
      names.withUnsafeBytes { bytes in
        guard var name = bytes.bindMemory(to: CChar.self).baseAddress else { return }
        let end = name + bytes.count
        while name < end {
          if name.pointee == 0x2F {
            if folder >= 0 { close(folder) }
            folder = open(name + 1, O_RDONLY | O_DIRECTORY)
            fstat(folder, &status)
          } else {
            fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW)
          }
          name += strlen(name) + 1
        }
      }
      if folder >= 0 { close(folder) }
    }
  }
}
