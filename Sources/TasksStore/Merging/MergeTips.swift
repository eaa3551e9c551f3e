import Git
import Platform

/// The two commits that a merge driver's file comes from, if git says (git-facts.md, "Merge driver"). A merge exports
/// `GITHEAD_<sha>`, and a rebase keeps the commit it carries over in `rebase-merge/`; cherry-pick, revert, stash and
/// am do not say.
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

  /// Returns whether this clone may prefer the later change. Only reads two small files, so that the repository need
  /// not be opened if it does not.
  static func mayPreferLatest(settings: [UInt8], gitDirectory: String) -> Bool {
    func mentions(_ bytes: [UInt8]) -> Bool {
      // Ignores case: this bit is the only difference between small letters and capitals.
      bytes.map { $0 | 0x20 }.withUnsafeBytes { $0.holds("prefer") }
    }
    let common = (try? StoreFile.read(gitDirectory + "/commondir"))
      .map { String(decoding: $0.prefix { $0 != 0x0A }, as: UTF8.self) }
    let folder = common.map { $0.hasPrefix("/") ? $0 : "\(gitDirectory)/\($0)" } ?? gitDirectory
    return mentions(settings) || mentions((try? StoreFile.read(folder + "/config")) ?? [])
  }
}
