import Clibgit2
import Platform

/// A repository through libgit2, which supports SHA-1 and references in files. Loose objects are written by
/// ``LooseObjects`` instead.
final class Libgit2Backend: RepositoryBackend {
  let handle: OpaquePointer
  let gitDirectory: String
  let commonDirectory: String
  let workTree: String
  let format = ObjectFormat.sha1
  let reason: String? = nil
  let hasReferenceFiles = true
  /// The cached settings, with the status of the repository's config file when they were read.
  var known: (settings: any Settings, status: FileStatus?)?
  var trees = StoredTrees()
  var fetchesMissing = true
  private let objects: OpaquePointer
  private let loose: LooseObjects

  /// Opens the repository at `path`; parent folders are not searched.
  ///
  /// - Throws: `notARepository`, `dubiousOwnership`, `bareRepository`, `unsupportedRepository`.
  init(at path: String, durable: Bool) throws(GitError) {
    Library.start()
    let opened = try Self.open(path)
    do throws(GitError) {
      guard git_repository_is_bare(opened) == 0, let top = git_repository_workdir(opened),
        let inner = git_repository_path(opened), let common = git_repository_commondir(opened)
      else { throw .bareRepository(path: path) }
      let gitDirectory = withoutSlash(String(cString: inner))
      try Self.addConfigFiles(to: opened, gitDirectory: gitDirectory)
      try Self.openReferences(of: opened, durable: durable)
      objects = try made("open the objects") { git_repository_odb($0, opened) }
      handle = opened
      self.gitDirectory = gitDirectory
      workTree = withoutSlash(String(cString: top))
      commonDirectory = withoutSlash(String(cString: common))
      loose = LooseObjects(in: commonDirectory + "/objects")
    } catch {
      git_repository_free(opened)
      throw error
    }
  }

  deinit {
    git_odb_free(objects)
    git_repository_free(handle)
  }

  func setDurable(_ durable: Bool) throws(GitError) {
    try Self.openReferences(of: handle, durable: durable)
  }

  /// Opens the reference database. libgit2 syncs references if its global option was on at that moment; objects are
  /// synced all at once by ``DiskSync``.
  private static func openReferences(
    of handle: OpaquePointer, durable: Bool
  ) throws(GitError) {
    clibgit2_set_fsync_gitdir(durable ? 1 : 0)
    defer { clibgit2_set_fsync_gitdir(0) }
    let references = try made("open the references") { git_refdb_open($0, handle) }
    defer { git_refdb_free(references) }
    try check(git_repository_set_refdb(handle, references), "open the references")
  }

  // MARK: Opening

  private static func open(_ path: String) throws(GitError) -> OpaquePointer {
    do throws(GitError) {
      return try openPlainly(path)
    } catch .dubiousOwnership(_) where isTrustedByGit(path) {
      _ = clibgit2_set_owner_validation(0)
      defer { _ = clibgit2_set_owner_validation(1) }
      return try openPlainly(path)
    }
  }

  private static func openPlainly(_ path: String) throws(GitError) -> OpaquePointer {
    var opened: OpaquePointer?
    let code = git_repository_open_ext(
      &opened, path, GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue, nil)
    guard code == 0, let opened else { throw openFailure(code, path: path) }
    return opened
  }

  /// Whether git accepts the owner of a repository: it supports more forms of `safe.directory` than libgit2, and
  /// reads it from the environment too.
  private static func isTrustedByGit(_ path: String) -> Bool {
    (try? GitProgram(folder: path).run(["rev-parse", "--git-dir"]))?.succeeded ?? false
  }

  private static func openFailure(_ code: Int32, path: String) -> GitError {
    if code == GIT_EOWNER.rawValue { return .dubiousOwnership(path: path) }
    let message = git_error_last().flatMap { $0.pointee.message }.map { String(cString: $0) } ?? ""
    // The message of libgit2 1.5 for another user's repository if `safe.directory` is not set at all.
    if message.contains("safe.directory") { return .dubiousOwnership(path: path) }
    if code == GIT_ENOTFOUND.rawValue { return .notARepository(path: path) }
    if message.contains("unsupported") {
      return .unsupportedRepository(path: path, feature: feature(unsupportedBy: message, at: path))
    }
    return .libgit2(doing: "open the repository at \(path)", code: code, message: message)
  }

  /// Extracts the unsupported feature from a message of libgit2, such as `unsupported repository version 2; only
  /// versions up to 1 are supported` or `unsupported extension name extensions.tablets`.
  private static func feature(unsupportedBy message: String, at path: String) -> String {
    let words = message.prefix { $0 != ";" }.split(separator: " ").map(String.init)
    let word = words.last ?? message
    if ["extensions.refstorage", "extensions.objectformat"].contains(word.lowercased()),
      let value = (try? ConfigFile(path: path + "/.git/config"))?.string(word)
    {
      return value
    }
    return (words.dropLast().last == "version" ? "version " : "") + word
  }

  // MARK: Objects

  /// Reads an object; in a partial clone, git fetches a missing one.
  func object(_ id: ObjectID, _ kind: ObjectKind) throws(GitError) -> [UInt8] {
    guard id.format == format else { throw .noSuchObject(id: id, kind: kind.word) }
    var oid = id.oid
    var found: OpaquePointer?
    var code = git_odb_read(&found, objects, &oid)
    if code == GIT_ENOTFOUND.rawValue, try partialClone.fetch(id) {
      code = git_odb_read(&found, objects, &oid)
    }
    defer { git_odb_object_free(found) }
    if code == GIT_ENOTFOUND.rawValue { throw .noSuchObject(id: id, kind: kind.word) }
    try check(code, "read the \(kind.word) \(id)")
    guard git_odb_object_type(found).rawValue == Int32(kind.rawValue) else {
      throw .noSuchObject(id: id, kind: kind.word)
    }
    let count = Int(git_odb_object_size(found))
    guard count > 0, let start = git_odb_object_data(found) else { return [] }
    return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }

  func contains(_ id: ObjectID) throws(GitError) -> Bool {
    var oid = id.oid
    return id.format == format && git_odb_exists(objects, &oid) == 1
  }

  func write(_ content: [UInt8], as kind: ObjectKind) throws(GitError) -> ObjectID {
    try loose.write(content, as: kind)
  }

  func write(blobs: [[UInt8]]) throws(GitError) -> [ObjectID] { try loose.write(blobs: blobs) }

  func resolve(_ revision: String) throws(GitError) -> ObjectID? {
    var found: OpaquePointer?
    let code = git_revparse_single(&found, handle, revision)
    let absent = [GIT_ENOTFOUND, GIT_EAMBIGUOUS, GIT_EINVALIDSPEC].map(\.rawValue)
    if absent.contains(code) { return nil }
    try check(code, "find the revision \(revision)")
    defer { git_object_free(found) }
    var peeled: OpaquePointer?
    guard git_object_peel(&peeled, found, GIT_OBJECT_COMMIT) == 0 else { return nil }
    defer { git_object_free(peeled) }
    return git_object_id(peeled).map { ObjectID($0.pointee) }
  }
}

extension Libgit2Backend {
  func reference(_ name: String) throws(GitError) -> ObjectID? {
    var oid = git_oid()
    let code = git_reference_name_to_id(&oid, handle, name)
    if code == GIT_ENOTFOUND.rawValue { return nil }
    try check(code, "read the reference \(name)")
    return ObjectID(oid)
  }

  func symbolicTarget(of name: String) throws(GitError) -> String? {
    var found: OpaquePointer?
    let code = git_reference_lookup(&found, handle, name)
    if code == GIT_ENOTFOUND.rawValue { return nil }
    try check(code, "read the reference \(name)")
    defer { git_reference_free(found) }
    return git_reference_symbolic_target(found).map { String(cString: $0) }
  }

  func references(under prefix: String) throws(GitError) -> [String] {
    var list = git_strarray()
    try check(git_reference_list(&list, handle), "list the references")
    defer { git_strarray_dispose(&list) }
    return (0..<list.count).compactMap { list.strings[$0].map { String(cString: $0) } }
      .filter { $0.hasPrefix(prefix) }
      .sorted()
  }

  func updateReference(
    _ name: String, to new: ObjectID, from old: ObjectID?, message: String, author: Signature?
  ) throws(GitError) {
    if let author {
      try check(
        git_repository_set_ident(
          handle, Signature.clean(author.name), Signature.clean(author.email)),
        "set the name for the reflog")
    }
    defer { if author != nil { git_repository_set_ident(handle, nil, nil) } }
    var target = new.oid
    var expected = old?.oid ?? git_oid()
    try withLockRetries(on: name) {
      var reference: OpaquePointer?
      defer { git_reference_free(reference) }
      if old == nil { return git_reference_create(&reference, handle, name, &target, 0, message) }
      return git_reference_create_matching(
        &reference, handle, name, &target, 1, &expected, message)
    } moved: { () throws(GitError) in
      .referenceMoved(name: name, expected: old, actual: try self.reference(name))
    }
  }

  func removeReference(_ name: String) throws(GitError) {
    try withLockRetries(on: name) {
      let code = git_reference_remove(handle, name)
      return code == GIT_ENOTFOUND.rawValue ? 0 : code
    } moved: { () throws(GitError) in
      .referenceMoved(name: name, expected: nil, actual: try self.reference(name))
    }
  }

  /// Runs a call that takes a reference's lock, again for up to a second while another process holds it.
  private func withLockRetries(
    on name: String, _ call: () -> Int32, moved: () throws(GitError) -> GitError
  ) throws(GitError) {
    for attempt in 0..<50 {
      if attempt > 0 { usleep(20_000) }
      let code = call()
      if code == GIT_ELOCKED.rawValue { continue }
      if code == GIT_EMODIFIED.rawValue || code == GIT_EEXISTS.rawValue { throw try moved() }
      if code == GIT_ENOTFOUND.rawValue { throw try moved() }
      try check(code, "move the reference \(name)")
      return
    }
    throw .referenceLocked(name: name)
  }
}

/// Merges of three texts line by line, with the library that `git merge-file` uses too (xdiff).
package enum CleanMerge {
  /// Returns the merged text; nil if `git merge-file` would leave a conflict in it.
  ///
  /// - Parameter base: Empty if the sides have no common base.
  package static func merged(base: [UInt8], ours: [UInt8], theirs: [UInt8]) -> [UInt8]? {
    Library.start()
    var result = git_merge_file_result()
    defer { git_merge_file_result_free(&result) }
    let code = base.withInput { base in
      ours.withInput { ours in
        theirs.withInput { theirs in git_merge_file(&result, base, ours, theirs, nil) }
      }
    }
    guard code == 0, result.automergeable == 1 else { return nil }
    return Array(UnsafeRawBufferPointer(start: result.ptr, count: result.len))
  }
}

extension [UInt8] {
  fileprivate func withInput<Result>(
    _ body: (UnsafePointer<git_merge_file_input>) -> Result
  ) -> Result {
    withUnsafeBytes { bytes in
      var input = git_merge_file_input()
      input.version = UInt32(GIT_MERGE_FILE_INPUT_VERSION)
      input.ptr = bytes.bindMemory(to: CChar.self).baseAddress
      input.size = bytes.count
      return withUnsafePointer(to: &input) { body($0) }
    }
  }
}
