import Platform

/// Programs that keep a folder the same on several devices, file by file.
enum Carrier {
  /// What such a program leaves at the top of its folder.
  private static let marks = [
    (".stfolder", "Syncthing"), (".dropbox", "Dropbox"), (".dropbox.cache", "Dropbox"),
    (".owncloudsync.log", "ownCloud"), (".nextcloudsync.log", "Nextcloud"),
  ]
  /// The usual names of such folders.
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

  /// Whether a file has the name that such a program gives to one of two versions of a file.
  static func isConflictCopy(_ path: String) -> Bool {
    let name = path.names().last?.lowercased() ?? ""
    return ["sync-conflict", "conflicted copy", "conflict)", "_conflict-", ".tmp", "~"].contains {
      name.contains($0)
    }
  }
}
