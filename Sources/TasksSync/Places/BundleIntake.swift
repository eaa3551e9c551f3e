import Git
import Platform
import TasksStore

struct BundleIntake {
  /// The branch of this clone, `refs/heads/main`.
  let branch: String
  let store: TaskStore

  static let isForeign = "is of another store"

  /// Takes a bundle over.
  ///
  /// - Parameter name: What keeps it, under `refs/tasks/`.
  /// - Returns: Its commit; or why that cannot be taken over now, as the end of a sentence about the file.
  func take(_ file: String, as name: String) throws -> Attempt<ObjectID, String> {
    guard let bundle = BundleFile(file) else {
      return .failure("is not complete, or no bundle of git")
    }
    guard let head = bundle.references[branch] else {
      return .failure("has no branch \(branch.dropFirst("refs/heads/".count))")
    }
    let ref = "refs/tasks/\(name)"
    let records = try newRecords(in: bundle)
    if try !records.isEmpty || !store.repository.contains(head) {
      for id in bundle.needs where try !store.repository.contains(id) {
        return .failure("waits for another file of its device")
      }
      let outcome = try GitProgram(folder: store.root).run(
        ["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", file, "+\(branch):\(ref)"]
          + records.map { "+\($0):\($0)" })
      guard outcome.succeeded else { return .failure("is not complete, or damaged") }
    } else if let own = try store.repository.head().id,
      try !store.repository.isAncestor(head, of: own), try store.repository.reference(ref) != head
    {
      // git is to find it by its name if a merge of it has to be made by hand.
      let old = try store.repository.reference(ref)
      try store.locked {
        try store.repository.updateReference(ref, to: head, from: old, message: "tasks sync")
      }
    }
    if let own = try store.repository.head().id, try !store.repository.isAncestor(head, of: own),
      try store.repository.mergeBases(own, head).isEmpty
    {
      return .failure(BundleIntake.isForeign)
    }
    return .success(head)
  }

  /// Returns the records of devices in a bundle that this clone has not seen. Of two files of a device, one may have an
  /// older record.
  private func newRecords(in bundle: BundleFile) throws -> [String] {
    try bundle.references.filter { ref, id in
      try ref.hasPrefix(DeviceRecord.prefix) && ref != DeviceRecord.prefix + store.device.id
        && !store.repository.contains(id)
    }.keys.sorted()
  }

  /// Writes a bundle of the branch, with the record of this device, beside its place and then in it.
  ///
  /// - Parameter start: Whoever takes it over has this commit; nil for all of the history.
  /// - Returns: What went wrong.
  func write(_ file: String, after start: ObjectID? = nil) throws -> String? {
    let start = start.map { ["^\($0.hex)"] } ?? []
    let own = try store.repository.head().id
    let record = try own.map { own in
      try store.locked { try DeviceRecord.write(seen: own, in: store).ref }
    }
    // Through memory: git would leave a lock beside the file if it were killed. At the top, since elsewhere git 2.39 takes
    // `-` for the name of a file.
    let outcome = try GitProgram(folder: store.repository.workTree).run(
      ["bundle", "create", "--quiet", "-", "HEAD", branch] + (record.map { [$0] } ?? []) + start)
    guard outcome.succeeded else { return outcome.said }
    do throws(SystemError) {
      try PlacedFile.write(outcome.output, to: file)
      return nil
    } catch {
      return error.description
    }
  }
}

/// The head of a bundle of git (gitformat-bundle(5)): what is in it, without a start of git.
struct BundleFile {
  let references: [String: ObjectID]
  /// The commits that whoever takes the bundle over must have.
  let needs: [ObjectID]
  /// In bytes, of the whole file.
  let size: Int

  /// The header of a bundle of one branch has some 200 bytes.
  private static let longestHeader = 65_536

  /// Nil for a file that is no bundle, or only the beginning of one.
  init?(_ path: String) {
    guard let size = File.size(path), size > 0,
      let bytes = File.beginning(of: path, BundleFile.longestHeader)
    else { return nil }
    var references: [String: ObjectID] = [:]
    var needs: [ObjectID] = []
    var rest = bytes[...]
    var isFirst = true
    while let end = rest.firstIndex(of: 0x0A) {
      let line = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[(end + 1)...]
      if isFirst {
        guard line == "# v2 git bundle" || line == "# v3 git bundle" else { return nil }
        isFirst = false
      } else if line.isEmpty {
        guard !references.isEmpty else { return nil }
        (self.references, self.needs, self.size) = (references, needs, size)
        return
      } else if line.hasPrefix("-") {
        guard let id = ObjectID(hex: String(line.dropFirst().prefix { $0 != " " })) else {
          return nil
        }
        needs.append(id)
      } else if !line.hasPrefix("@") {
        let words = line.split(separator: " ", maxSplits: 1)
        guard words.count == 2, let id = ObjectID(hex: String(words[0])) else { return nil }
        references[String(words[1])] = id
      }
    }
    return nil
  }
}
