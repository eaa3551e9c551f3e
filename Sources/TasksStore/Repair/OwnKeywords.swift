import TasksCore

/// Files whose own `#+TODO:` line lacks states of the store, most of them made before these were set: their tasks cannot
/// get such a state.
package struct OwnKeywords {
  /// In the order of the paths.
  package let paths: [String]
  private let store: TaskStore

  package init(_ store: TaskStore) throws {
    self.store = store
    let reading = try store.read()
    paths = try reading.paths.filter { Format(path: $0) == .org }.sorted().filter { path in
      try OwnKeywords.renewed(reading.document(path), store.settings) != nil
    }
  }

  private static func renewed(
    _ document: any TaskDocument, _ settings: StoreSettings
  ) -> OrgDocument? {
    let states = document.workflow.keywords.map(\.state)
    guard settings.workflow.keywords.contains(where: { !states.contains($0.state) }) else {
      return nil
    }
    return (document as? OrgDocument)?.renewingKeywords(settings.keywords)
  }

  /// Gives the files the line of the store, in one commit.
  package func mend() throws {
    _ = try StoreWrite(store: store, verb: "doctor", encrypts: false).run { reading in
      try paths.compactMap { path in
        let document = try reading.document(path)
        return OwnKeywords.renewed(document, store.settings).map { .replace(document, with: $0) }
      }
    }
  }
}
