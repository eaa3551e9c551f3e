extension ConfigFile {
  /// Merges two changed versions of a file setting by setting, in the text of ours: a setting that only the other side
  /// changed is as there, one that both changed stays ours. Nil if one of them cannot be parsed.
  package static func merged(base: [UInt8]?, ours: [UInt8], theirs: [UInt8]) -> [UInt8]? {
    do throws(GitError) {
      let (base, other) = (try ConfigFile(bytes: base ?? []), try ConfigFile(bytes: theirs))
      var merged = try ConfigFile(bytes: ours)
      var keys: [String] = []
      for key in (base.entries + other.entries).map(\.key) where !keys.contains(key) {
        keys.append(key)
      }
      for key in keys {
        let (old, new) = (base.strings(key), other.strings(key))
        guard old != new, merged.strings(key) == old else { continue }
        if old.count == 1, let value = new.first, new.count == 1 {
          try merged.set(key, to: value)
        } else {
          try merged.remove(key)
          for value in new { try merged.add(key, value) }
        }
      }
      return merged.bytes
    } catch {
      return nil
    }
  }
}
