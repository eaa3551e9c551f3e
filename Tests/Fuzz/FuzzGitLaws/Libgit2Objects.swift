import Clibgit2

import Git

/// Objects as libgit2 reads them, from a database that is in memory.
final class Libgit2Objects {
  private let repository: OpaquePointer
  private let database: OpaquePointer
  private let memory: OpaquePointer

  init() {
    git_libgit2_init()
    _ = clibgit2_set_strict_object_creation(0)
    var database: OpaquePointer?
    var memory: OpaquePointer?
    var repository: OpaquePointer?
    guard git_odb_new(&database) == 0, let database, mempackNew(&memory) == 0, let memory,
      git_odb_add_backend(database, memory, 1) == 0,
      git_repository_wrap_odb(&repository, database) == 0, let repository
    else { fatalError(Libgit2Objects.complaint) }
    (self.database, self.memory, self.repository) = (database, memory, repository)
  }

  /// What libgit2 said last.
  static var complaint: String {
    git_error_last().flatMap { $0.pointee.message.map { String(cString: $0) } } ?? "nothing"
  }

  /// Calls with a tree of these bytes; nil where libgit2 reads none.
  func withTree<Result>(_ bytes: [UInt8], _ body: (OpaquePointer) -> Result) -> Result? {
    withObject(bytes, GIT_OBJECT_TREE, body)
  }

  /// Calls with a commit of these bytes; nil where libgit2 reads none.
  func withCommit<Result>(_ bytes: [UInt8], _ body: (OpaquePointer) -> Result) -> Result? {
    withObject(bytes, GIT_OBJECT_COMMIT, body)
  }

  private func withObject<Result>(
    _ bytes: [UInt8], _ kind: git_object_t, _ body: (OpaquePointer) -> Result
  ) -> Result? {
    defer { _ = mempackReset(memory) }
    var id = git_oid()
    guard git_odb_write(&id, database, bytes, bytes.count, kind) == 0 else {
      fatalError(Libgit2Objects.complaint)
    }
    var object: OpaquePointer?
    guard git_object_lookup(&object, repository, &id, kind) == 0, let object else { return nil }
    defer { git_object_free(object) }
    return body(object)
  }
}

// Of git2/sys/mempack.h, which no source imports.
@_silgen_name("git_mempack_new")
private func mempackNew(_ backend: UnsafeMutablePointer<OpaquePointer?>) -> CInt

@_silgen_name("git_mempack_reset")
private func mempackReset(_ backend: OpaquePointer) -> CInt
