import Platform

/// A folder of bundles on a host without git, which rsync(1) copies to a folder here and back.
struct RsyncHost {
  /// As rsync takes it: `me@host:tasks`.
  let place: String
  /// The folder here; absolute.
  let folder: String

  /// Seconds without an answer after which rsync gives up.
  private static let patience = 30

  /// Makes the folder here the same as that of the host, with what all have left.
  ///
  /// - Returns: What rsync says if it fails.
  func bring() throws(SystemError) -> String? {
    try run([
      "--delete", "--include=/\(DropFolder.marker)", "--exclude=/.*", "\(place)/", "\(folder)/",
    ])
  }

  /// Makes the folder on the host one for bundles.
  func begin() throws(SystemError) -> String? { try send([DropFolder.marker]) }

  /// Copies the files of this device, and removes those of them that are no longer here.
  func send(_ own: [String]) throws(SystemError) -> String? {
    let files = own.map { "--include=/\($0)" }
    return try run(["--delete"] + files + ["--exclude=*", "\(folder)/", "\(place)/"])
  }

  private func run(_ words: [String]) throws(SystemError) -> String? {
    let options = ["--recursive", "--times", "--timeout=\(RsyncHost.patience)", "--"]
    let before = Array(words.dropLast(2))
    // The place may begin with a dash; what comes after `--` is none of rsync's options.
    let outcome = try ChildProcess("rsync", before + options + words.suffix(2)).askOnTerminal()
    // Files that vanish while they are copied come with the next sync.
    if outcome.succeeded || outcome.status == .exited(24) { return nil }
    return outcome.said.isEmpty ? "rsync ended with status \(outcome.status.code)" : outcome.said
  }
}
