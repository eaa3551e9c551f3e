/// The tags and lists that a query asks for and no task has, where another name is near: why nothing was found.
package struct UnknownNames {
  /// A sentence for each.
  package private(set) var messages: [String] = []

  /// - Parameters:
  ///   - tags: All tags of the store.
  ///   - lists: All its lists.
  package init(_ query: Query, tags: [Text], lists: [Text]) {
    let tags = tags.map(\.string)
    let lists = lists.flatMap { UnknownNames.withParents($0.string) }.uniqued()
    for name in query.tags.map(\.string).uniqued() where !tags.contains(name) {
      offer("tag", name, among: tags + VirtualTag.allCases.map(\.rawValue))
    }
    for name in query.lists.map(\.string).uniqued() where !lists.contains(name) {
      offer("list", name, among: lists)
    }
  }

  /// Returns `work/clients` and `work`.
  private static func withParents(_ list: String) -> [String] {
    [list] + list.indices.filter { list[$0] == "/" }.map { String(list[..<$0]) }
  }

  private mutating func offer(_ kind: String, _ name: String, among known: [String]) {
    let near = NearestWord.to(name.lowercased(), among: known.map { $0.lowercased() })
    guard let near, let meant = known.first(where: { $0.lowercased() == near }) else { return }
    messages.append(
      kind == "tag"
        ? "no task has the tag '\(name)'; did you mean '\(meant)'?"
        : "no task is in the list '\(name)'; did you mean '\(meant)'?")
  }
}
