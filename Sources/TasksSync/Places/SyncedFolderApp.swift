import Platform

/// Programs that keep a folder the same on several devices, file by file.
enum SyncedFolderApp {
  /// What such a program leaves at the top of its folder.
  private static let marks = [
    (".stfolder", "Syncthing"), (".dropbox", "Dropbox"), (".dropbox.cache", "Dropbox"),
    (".owncloudsync.log", "ownCloud"), (".nextcloudsync.log", "Nextcloud"),
  ]
  private static let names = [
    "Dropbox", "OneDrive", "Google Drive", "GoogleDrive", "Nextcloud", "ownCloud", "pCloudDrive",
    "Mobile Documents", "com~apple~CloudDocs",
  ]

  /// Returns the name of the program in whose folder a path is.
  static func of(_ path: String) -> String? {
    var folder = ""
    for name in path.names() {
      folder += "/\(name)"
      if names.contains(name) { return name }
      for (mark, program) in marks where File.kind("\(folder)/\(mark)") != nil { return program }
    }
    return nil
  }

  /// Returns the path of the file of which such a program has made a copy, since two devices had changed it; nil for
  /// another file. Syncthing writes `x.sync-conflict-20261126-221500-ABCDEFG.org`, Dropbox and Nextcloud
  /// `x (Ann's conflicted copy 2026-11-26).org`, ownCloud `x_conflict-20261126-221500.org`.
  static func original(of path: String) -> String? {
    let start = path.lastSlash.map { path.index(after: $0) } ?? path.startIndex
    let name = path[start...]
    guard let dot = name.lastIndex(of: "."), dot > start else { return nil }
    let stem = name[..<dot]
    func original(before end: String.Index) -> String? {
      end > start ? String(path[..<end] + path[dot...]) : nil
    }
    for mark in [".sync-conflict-", "_conflict-"] {
      guard let found = stem.firstRange(of: mark), stem[found.upperBound...].first?.isNumber == true
      else { continue }
      return original(before: found.lowerBound)
    }
    guard stem.hasSuffix(")"), let open = stem.lastIndex(of: "("),
      stem[open...].contains("conflicted copy"), open > start
    else { return nil }
    let before = stem.index(before: open)
    return original(before: stem[before] == " " ? before : open)
  }
}
