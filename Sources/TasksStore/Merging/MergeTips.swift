import Git
import Platform
import TasksCore

/// The two commits whose files git asks a merge driver to merge, as far as git says so (git-facts.md, "Merge
/// driver"): a merge exports `GITHEAD_<sha>`, a rebase keeps the commit it carries over in `rebase-merge/`.
/// Cherry-pick, revert, stash and am say nothing of it.
struct MergeTips {
  let ours: ObjectID
  let theirs: ObjectID

  init?(environment names: [String], in store: TaskStore) throws {
    guard let head = try store.repository.head().id else { return nil }
    ours = head
    let heads = names.filter { $0.hasPrefix("GITHEAD_") }
    if heads.isEmpty {
      let rebase = RebaseState(gitDirectory: store.repository.gitDirectory)
      guard let pick = rebase?.picks?.last, let id = try store.repository.resolve(pick) else {
        return nil
      }
      theirs = id
    } else {
      guard heads.count == 1, let id = ObjectID(hex: String(heads[0].dropFirst(8))) else {
        return nil
      }
      theirs = id
    }
  }

  /// Whether the later change may be what counts in this clone: a look at two small files, so that the
  /// repository is opened only where it does.
  static func mayPreferLatest(settings: [UInt8], gitDirectory: String) -> Bool {
    func mentions(_ bytes: [UInt8]) -> Bool {
      // Small letters and capitals differ by that bit.
      bytes.map { $0 | 0x20 }.withUnsafeBytes { $0.holds("prefer") }
    }
    let common = (try? StoreFile.read(gitDirectory + "/commondir"))
      .map { String(decoding: $0.prefix { $0 != 0x0A }, as: UTF8.self) }
    let folder = common.map { $0.hasPrefix("/") ? $0 : "\(gitDirectory)/\($0)" } ?? gitDirectory
    return mentions(settings) || mentions((try? StoreFile.read(folder + "/config")) ?? [])
  }
}
