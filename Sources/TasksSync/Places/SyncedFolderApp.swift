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
}
