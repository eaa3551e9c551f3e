import Foundation
import Git
import Testing

/// What git makes of content on its way in, as attributes say.
@Suite struct ConversionTests {
  @Test func contentGoesThroughTheFilterOfItsPath() throws {
    let world = try TestRepository()
    try world.git("config", "filter.up.clean", "tr a-z A-Z")
    try world.git("config", "filter.up.smudge", "tr A-Z a-z")
    try world.write(".gitattributes", "secret/*.org filter=up\n")
    try world.commitAll()
    let saved = try world.saveByRoute([("secret/a.org", "text"), ("b.org", "text")])
    #expect(saved.reason == "secret/a.org has the filter up")
    #expect(try world.git("cat-file", "blob", "HEAD:secret/a.org") == "TEXT")
    #expect(try world.git("cat-file", "blob", "HEAD:b.org") == "text")
    try world.expectClean()
    try world.saveByRoute([("secret/a.org", nil)])
    #expect(try world.git("ls-tree", "-r", "--name-only", "HEAD") == ".gitattributes\nb.org")
    try world.expectClean()
  }

  /// However many files there are, each gets what git alone would make of it, in no more runs of git than are right: a
  /// filter may ask for the name of the file, and attributes may say something of our own files.
  @Test(arguments: [
    ("tr a-z A-Z", "*.org filter=up -text", 1), ("tr a-z A-Z", "*.org filter=up", 20),
    ("cat; echo %f", "*.org filter=up -text", 20),
    ("tr a-z A-Z", "*.org filter=up -text\ncontent* -filter\n*content? filter=other", 20),
    ("tr a-z A-Z", "* filter=up -text\n*/*content* filter=no", 20),
  ])
  func manyFilesAreWhatEachIsAlone(clean: String, attributes: String, runs: Int) throws {
    let world = try TestRepository()
    // The filter is started by git.
    try world.git("config", "filter.up.clean", "echo $PPID >> ../runs; " + clean)
    try world.write(".git/info/attributes", attributes + "\n")
    let files = (0..<20).map { ("žluť/\($0) a\".org", Optional("text \($0)")) }
    try world.saveByRoute(files)
    let log = try String(contentsOfFile: world.path + "/../runs", encoding: .utf8)
    #expect(Set(log.split(separator: "\n")).count == runs)
    for (path, text) in files {
      let id = try world.git("rev-parse", "HEAD:" + path)
      let wanted = try world.git(["hash-object", "--stdin", "--path=" + path], input: text ?? "")
      #expect(id == wanted, "\(path)")
    }
    try world.expectClean()
  }

  /// What stands in its place already is read there.
  @Test func editedFilesAreFilteredInOneRun() throws {
    let world = try TestRepository()
    try world.git("config", "filter.up.clean", "echo $PPID >> ../runs; cat; echo %f")
    try world.write(".git/info/attributes", "*.org filter=up\n")
    let files = (0..<20).map { ("\($0).org", Optional("text \($0)")) }
    for (path, text) in files { try world.write(path, text ?? "") }
    try world.saveByRoute(files)
    let log = try String(contentsOfFile: world.path + "/../runs", encoding: .utf8)
    #expect(Set(log.split(separator: "\n")).count == 1)
    #expect(try world.git("cat-file", "blob", "HEAD:7.org") == "text 77.org")
    try world.expectClean()
  }

  /// What others shall write to, too, has the modes that git gives, in one run for all files.
  @Test func sharedBlobsAreWrittenByGit() throws {
    let world = try TestRepository()
    try world.git("config", "core.sharedRepository", "0666")
    let files = (0..<20).map { ("\($0).org", Optional("text \($0)\r\n")) }
    try world.saveByRoute(files)
    for (path, text) in files {
      let id = try world.git("rev-parse", "HEAD:" + path)
      #expect(ObjectID(hex: id) == ObjectID.ofBlob(Array((text ?? "").utf8), .sha1))
      let file = "\(world.path)/.git/objects/\(id.prefix(2))/\(id.dropFirst(2))"
      #expect(try fileStatus(file).map { $0.st_mode & 0o777 } == 0o444)
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: world.path + "/.git")
    #expect(!left.contains { $0.hasPrefix("tasks-commit") })
    try world.expectClean()
  }

  /// What git would convert on its way in, it does; and its own look finds nothing to change afterwards.
  @Test(arguments: [
    ("*.org text", "a\r\nb\r\n", "a\nb\n", "the line ends of a.org are converted"),
    ("*.org text=auto", "a\r\nb\r\n", "a\nb\n", "the line ends of a.org are converted"),
    ("*.org eol=crlf", "a\r\n", "a\n", "the line ends of a.org are converted"),
    ("*.org text", "a\nb\n", "a\nb\n", nil), ("*.org -text", "a\r\n", "a\r\n", nil),
    ("*.org ident", "$Id: old $\n", "$Id$\n", "a.org has the attribute ident"),
    ("*.org ident", "text\n", "text\n", nil),
    ("*.org working-tree-encoding=UTF-8", "é\n", "é\n", nil),
  ])
  func contentIsConvertedAsGitDoes(
    attributes: String, text: String, blob: String, reason: String?
  ) throws {
    let world = try TestRepository()
    try world.write(".gitattributes", attributes + "\n")
    try world.commitAll()
    #expect(try world.saveByRoute([("a.org", text)]).reason == reason)
    let id = try world.git("rev-parse", "HEAD:a.org")
    #expect(ObjectID(hex: id) == ObjectID.ofBlob(Array(blob.utf8), .sha1))
    try world.expectClean()
  }

  /// libgit2 reads each of these otherwise than git, which is the only judge of what is filtered.
  @Test(arguments: [
    "\"My Tasks/**\" filter=x", "* filter=x\n*.org -filter # why", "* filter=x\n!a.org -filter",
    "\"*.or[[:alpha:]]\" filter=x", "* filter=x\n*.org -filter = ", "* filter=x\n*.org !filter=y",
    "* filter=x\n*.org -filter=y", "* filter=x\n*.org builtin_x -filter", "* filter=x\n/ -filter",
    "* filter=x\n*.org -filter,text", "[attr]enc filter=x\n*.org enc", "*.ORG filter=x",
    "* filter=x\n*.org !filter", "\u{FEFF}*.org filter=x\r", "/My?Tasks/* filter=x",
  ])
  func aFilterIsFoundAsGitFindsIt(lines: String) throws {
    let paths = ["My Tasks/t one.org", "a.org", "é/ž.org", "2026-11/#hash.org", "!bang.org"]
    for setting in ["core.ignoreCase=true", "core.ignoreCase=false"] {
      let world = try TestRepository()
      try world.git(["config"] + setting.split(separator: "=").map { String($0) })
      try world.git("config", "filter.x.clean", "tr a-z A-Z")
      try world.write(".git/info/attributes", lines + "\n")
      for path in paths {
        try world.saveByRoute([(path, "text")])
        try world.git("add", path)
      }
      // Nothing is staged anew: git's own filters make the same of the files.
      try world.expectClean()
      for path in paths {
        let wanted = try world.git("check-attr", "filter", "--", path)
        let isFiltered = wanted.hasSuffix(": filter: x")
        #expect(
          try world.git("cat-file", "blob", "HEAD:" + path) == (isFiltered ? "TEXT" : "text"),
          "\(path): \(wanted)")
      }
    }
  }

  @Test func everyFileOfAttributesCounts() throws {
    let world = try TestRepository()
    try world.write("a/b/c.org", "1")
    try world.commitAll()
    func filter() throws -> String? {
      try world.open().attribute(named: "filter", path: "a/b/c.org")
    }
    #expect(try filter() == nil)
    for file in [
      ".gitattributes", "a/.gitattributes", "a/b/.gitattributes", ".git/info/attributes",
    ] {
      try world.write(file, "*.org filter=x\n")
      #expect(try filter() == "x", "\(file)")
      try world.remove(file)
      #expect(try filter() == nil)
    }
    try world.write("mine", "*.org filter=x\n")
    try world.git("config", "core.attributesFile", world.path + "/mine")
    #expect(try filter() == "x")
  }

  @Test func aFileInAnotherEncodingIsRefused() throws {
    let world = try TestRepository()
    try world.saveByRoute([("a.org", "1")])
    try world.write(".gitattributes", "*.org text working-tree-encoding=UTF-16LE\n")
    try world.git("add", ".gitattributes")
    try world.git("commit", "-qm", "by git")
    let refusal = GitError.foreignEncoding(path: "a.org", encoding: "UTF-16LE")
    #expect(throws: refusal) { try world.saveByRoute([("b.md", "1"), ("a.org", "1")]) }
    #expect(try world.saveByRoute([("a.org", nil), ("b.md", "1")]).reason == nil)
  }

  /// A sparse checkout may leave out the very file that says so.
  @Test func attributesAreFoundWhereTheirFileIsLeftOut() throws {
    let world = try TestRepository()
    try world.write("secret/.gitattributes", "*.org filter=crypt\n")
    try world.write("secret/a.org", "1")
    try world.commitAll()
    func filter(_ path: String) throws -> String? {
      try world.open().attribute(named: "filter", path: path)
    }
    #expect(try filter("secret/a.org") == "crypt")
    try world.git("sparse-checkout", "set", "--no-cone", "/*", "!.gitattributes")
    #expect(!FileManager.default.fileExists(atPath: world.path + "/secret/.gitattributes"))
    #expect(try filter("secret/a.org") == "crypt")
    #expect(try filter("other.org") == nil)
  }
}
