import Platform

extension Repository {
  /// What makes a history another than its commits say, in lines: the ends of a shallow clone and the references of
  /// git-replace(1). What was remembered of a history holds as long as these are the same.
  package func historyOverrides() throws(GitError) -> [String] {
    var lines = (try readFileIfThere(commonDirectory + "/shallow") ?? [])
      .split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }.sorted()
    guard try mayReplace(), try bool("core.useReplaceRefs") != false else { return lines }
    for name in try references(under: "refs/replace/") {
      lines.append("\(name) \(try reference(name)?.hex ?? "")")
    }
    return lines
  }

  /// False if there is no replacement for sure: listing all references takes its time.
  private func mayReplace() throws(GitError) -> Bool {
    for name in ["/refs/replace", "/reftable"] {
      if try fileStatus(commonDirectory + name) != nil { return true }
    }
    guard let packed = MappedFile(commonDirectory + "/packed-refs") else { return false }
    return withExtendedLifetime(packed) { packed.bytes.holds(" refs/replace/") }
  }
}
