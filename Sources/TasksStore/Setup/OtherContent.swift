import Git
import Platform
import TasksCore

extension TaskStore {
  /// Returns the folder that a new store takes: the one named or, where that is the top of a repository with other
  /// content, a folder of its own there; the store that such a repository has already, in a new clone, say.
  ///
  /// - Throws: `invalid` if that folder holds something already.
  package static func place(for root: String) throws -> String {
    try checkNotLeftOut(around: root)
    guard !exists(at: root), let found = Repository.discover(from: root),
      let repository = try? Repository(at: found),
      File.realPath(repository.workTree) == File.realPath(root)
    else { return root }
    if let there = self.root(inRepositoryAt: root) { return there }
    let isEmpty = try repository.indexedPaths(under: "").allSatisfy { path in
      path.isHidden || Format(path: path) != nil && isTask(at: root + "/" + path, path)
    }
    let names = File.names(in: root) ?? []
    if isEmpty, names.allSatisfy({ !isForeign($0.name) }) { return root }
    let place = root + "/" + StoreLocation.usualFolder
    guard File.names(in: place)?.isEmpty != false || exists(at: place) else {
      throw StoreError.invalid(
        "\(root) has other content, so the store needs a folder of its own, and "
          + "\(StoreLocation.usualFolder)/ is taken; name another one: tasks init todo")
    }
    return place
  }

  private static func isTask(at file: String, _ path: String) -> Bool {
    guard let bytes = try? StoreFile.read(file, limit: TaskReader.largestFile) else { return false }
    return (try? TaskReader.read(bytes, path: path, workflow: .standard)) != nil
  }

  /// A file in the repository that is neither a note, nor what notes show, nor about the repository itself, such as one
  /// of a program; nil if there is none.
  package func otherContent() throws -> String? {
    try repository.indexedPaths(under: prefix).first(where: TaskStore.isForeign)
  }

  func hasOtherContent() throws -> Bool { try otherContent() != nil }

  /// The endings of pictures, recordings and documents that lie beside notes.
  private static let attachments = Set(
    "avif base canvas epub gif heic jpeg jpg m4a mov mp3 mp4 ogg pdf png svg wav webm webp"
      .split(separator: " ").map(String.init))

  private static func isForeign(_ path: String) -> Bool {
    if path.isHidden || Format(path: path) != nil || path.hasSuffix(".gpg") { return false }
    let ending = path.lastIndex(of: ".").map { path[path.index(after: $0)...].lowercased() }
    if let ending, attachments.contains(ending) { return false }
    let isAbout = ["README", "LICENSE", "COPYING"].contains { path.hasPrefix($0) }
    return !isAbout
  }
}

extension String {
  /// Whether a component of the path begins with a dot.
  fileprivate var isHidden: Bool { hasPrefix(".") || contains("/.") }
}
