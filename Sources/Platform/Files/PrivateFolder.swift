/// A folder for files that nobody but their owner may read.
package enum PrivateFolder {
  /// Makes a folder with mode 0700 in the first place that takes one.
  ///
  /// - Parameter places: Absolute paths; others are passed over. Best is one in memory that goes when the user logs out.
  package static func make(inFirstOf places: [String]) -> String? {
    for place in places where place.hasPrefix("/") {
      var template = Array("\(place)/tasks-XXXXXX".utf8CString)
      guard mkdtemp(&template) != nil else { continue }
      return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    return nil
  }

  /// Removes a folder with all that is in it: an editor leaves backups beside what it edits.
  package static func remove(_ folder: String) {
    for (name, kind) in File.names(in: folder) ?? [] {
      let path = "\(folder)/\(name)"
      if kind == .folder { remove(path) } else { try? File.remove(path) }
    }
    File.removeIfEmpty(folder)
  }
}
