/// Finds values under a key that the file has already used, such as a second `:COLOUR:` in a drawer. Only the first
/// value of a key is read into a field, so a merge that writes field by field would lose the others.
enum ShadowedValues {
  static func of(_ document: any TaskDocument) -> [MergeLoss] {
    let entries = entries(of: document)
    // Nearly all files have few keys and no duplicates. For these the quadratic search is faster than a set.
    let isUsual =
      entries.count < 32
      && entries.indices.allSatisfy { place in
        !entries[..<place].contains { $0.name.isSameName(as: entries[place].name) }
      }
    if isUsual { return [] }
    var seen: Set<[UInt8]> = []
    return entries.compactMap { name, value in
      if seen.insert(name.foldedName).inserted { return nil }
      let field = Text(bytes: Array("property ".utf8) + name.bytes)
      return MergeLoss(field: field, value: value)
    }
  }

  private static func entries(of document: any TaskDocument) -> [(name: Text, value: Text)] {
    switch document {
    case let org as OrgDocument:
      // `:KEY+:` appends to the value of KEY and is not a duplicate.
      (org.drawer?.entries ?? []).filter { !$0.isAppending }
        .map { (Text(bytes: org.bytes[$0.key]), Text(bytes: org.bytes[$0.value])) }
    case let markdown as MarkdownDocument where !markdown.duplicateKeys.isEmpty:
      markdown.frontMatter.entries.map { entry in
        let values = entry.texts(in: markdown.bytes[...]) ?? []
        return (
          Text(bytes: markdown.bytes[entry.key]),
          Text(bytes: Array(values.map(\.bytes).joined(separator: [0x20])))
        )
      }
    default: []
    }
  }
}
