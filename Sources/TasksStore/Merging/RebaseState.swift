/// The state of a rebase under way, from `rebase-merge/` (git-facts.md).
package struct RebaseState {
  /// The commit that the others are carried onto.
  package let onto: String
  /// The branch's tip before the rebase.
  package let originalHead: String
  /// The commits carried over so far, the current one last, as git writes them; nil if the rebase has other commands
  /// than `pick`.
  package let picks: [String]?
  private let isLast: Bool

  /// Whether the current commit is the last one of a rebase that has no other commands than `pick`.
  package var isLastPick: Bool { isLast && picks != nil }

  package init?(gitDirectory: String) {
    let folder = gitDirectory + "/rebase-merge/"
    func word(_ name: String) -> String? {
      guard let bytes = try? StoreFile.read(folder + name) else { return nil }
      return String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    }
    func commands(_ name: String) -> [String] {
      let bytes = (try? StoreFile.read(folder + name)) ?? []
      return bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
        .filter { !$0.hasPrefix("#") }
    }
    guard let onto = word("onto"), let originalHead = word("orig-head") else { return nil }
    self.onto = onto
    self.originalHead = originalHead
    isLast = commands("git-rebase-todo").isEmpty && word("msgnum") == word("end")
    let done = commands("done").map { $0.split(separator: " ") }
    let isPlain = done.allSatisfy { $0.count > 1 && ($0[0] == "pick" || $0[0] == "p") }
    picks = isPlain ? done.map { String($0[1]) } : nil
  }
}
