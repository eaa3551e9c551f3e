#if canImport(Darwin)
  import Darwin
#else
  import CPlatform
  import Glibc
#endif

extension Repository {
  /// Brings files of the repository to the disk.
  public var diskSync: DiskSync {
    DiskSync(
      gitDirectory: gitDirectory, commonDirectory: commonDirectory, workTree: workTree)
  }
}

/// Brings files of a repository to the disk; a value, so that another thread can wait for it.
public struct DiskSync: Sendable {
  fileprivate let gitDirectory: String
  fileprivate let commonDirectory: String
  fileprivate let workTree: String

  /// What files hold, and the names in folders, is on the disk when this returns.
  ///
  /// All in one go and after they are written is cheaper than one by one, and safe: no reference leads to objects
  /// before.
  ///
  /// - Parameters:
  ///   - objects: Objects that were just written. Those that came to stand in a pack are on the disk already.
  ///   - files: Absolute; one that is not there is left out.
  ///   - folders: Absolute; those the objects lie in are added.
  public func callAsFunction(
    objects: [ObjectID] = [], files: [String] = [], folders: [String] = []
  ) throws(GitError) {
    var (files, folders) = (files, folders)
    if !objects.isEmpty {
      let root = commonDirectory + "/objects"
      folders.append(root)
      // Two digits name a folder.
      var isNamed = Array(repeating: false, count: 256)
      for id in objects {
        let (folder, name) = id.looseName
        files.append("\(root)/\(folder)/\(name)")
        let number = Int(folder, radix: 16) ?? 0
        if isNamed[number] { continue }
        isNamed[number] = true
        folders.append("\(root)/\(folder)")
      }
    }
    #if os(Linux)
      if files.count + folders.count > 2, syncFileSystem(for: files.count) { return }
    #endif
    for file in files { try syncToDisk(file) }
    for folder in folders { try syncFolderToDisk(folder) }
  }

  #if os(Linux)
    /// A disk takes its time for each file, and no longer for all that the file system has to write; but what
    /// other programs write must not be waited for when it is much. False where that is so, and nothing is done.
    ///
    /// - Parameter count: How many files were written here: each is a page of what waits, and its name and place as
    ///   much again.
    private func syncFileSystem(for count: Int) -> Bool {
      let devices = [gitDirectory, commonDirectory, workTree].map { path in
        var status = stat()
        return stat(path, &status) == 0 ? status.st_dev : 0
      }
      let most = 64 << 20 + count * (16 << 10)
      guard Set(devices).count == 1, WaitingWrites.amount.map({ $0 < most }) ?? false else {
        return false
      }
      let folder = open(gitDirectory, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
      guard folder >= 0 else { return false }
      defer { close(folder) }
      return platform_syncfs(folder) == 0
    }
  #endif
}

#if os(Linux)
  /// What has been written on this machine and is not on a disk yet.
  private enum WaitingWrites {
    /// In bytes; nil where the kernel does not tell (proc(5), meminfo).
    static var amount: Int? {
      guard let bytes = try? readFileIfThere("/proc/meminfo") else { return nil }
      var sum: Int?
      for line in bytes.split(separator: UInt8(ascii: "\n")) {
        let words = line.split(separator: UInt8(ascii: " "))
        guard let name = words.first, words.count == 3,
          name.elementsEqual("Dirty:".utf8) || name.elementsEqual("Writeback:".utf8),
          let count = Int(String(decoding: words[1], as: UTF8.self))
        else { continue }
        sum = (sum ?? 0) + count << 10
      }
      return sum
    }
  }
#endif
