import Foundation
import Testing

/// The package holds together as it was laid out: who imports whom, what lies at the top, how files are named.
@Suite struct LayeringTests {
  /// Each module of ours with those it is built on; it may import what these are built on too.
  static let arrows: [String: Set<String>] = [
    "Platform": ["CPlatform", "CPure"],
    "Git": ["Clibgit2", "Platform"],
    "Templates": [],
    "TasksCore": ["CLocalTime", "CPCRE2", "CPure"],
    "TasksPlanning": ["TasksCore"],
    "TasksExchange": ["TasksPlanning"],
    "TasksStore": ["TasksCore", "Git", "Platform", "Templates"],
    "TasksSync": ["TasksStore", "TasksExchange"],
    "TasksDAV": ["TasksStore", "TasksExchange"],
    "TasksReminders": ["TasksStore", "TasksPlanning"],
    "TasksTerminal": ["TasksPlanning", "Platform"],
    "TasksUI": ["TasksTerminal", "TasksReminders", "TasksSync"],
    "TasksCommands": [
      "TasksTerminal", "TasksReminders", "TasksSync", "TasksExchange", "ArgumentParser",
    ],
    "tasks": ["TasksCommands", "TasksUI", "CBuild"],
    "TasksWeb": [
      "TasksDAV", "TasksReminders", "TasksSync", "CPushCrypto", "FlyingFox", "FlyingSocks",
      "Foundation",
      "Dispatch",
    ],
    "tasks-web": ["TasksWeb"],
  ]
  /// The libraries of the system that one module has to itself.
  static let own: Set<String> = [
    "CPlatform", "CPure", "Clibgit2", "CLocalTime", "CPCRE2", "ArgumentParser",
  ]
  /// The C library of the system.
  static let system: Set<String> = ["Glibc", "Darwin", "Musl"]
  /// The module that imports it, or asks which system it is; all others have it from there.
  static let closeToTheSystem = "Platform"

  /// All that a module may import beside the standard library and the system's.
  static func reach(_ module: String) -> Set<String> {
    var found = arrows[module] ?? []
    for below in found {
      found.formUnion(reach(below).subtracting(own))
    }
    return found
  }

  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test func importsFollowTheArrows() throws {
    var modules: Set<String> = []
    for file in try Self.swiftFiles() {
      let module = file.module
      guard Self.arrows[module] != nil else {
        Issue.record("\(file.path): the module \(module) is not in the architecture")
        continue
      }
      let allowed = Self.reach(module)
      modules.insert(module)
      let isClose = module == Self.closeToTheSystem
      let known = allowed.union(isClose ? Self.system : []).union(["Swift", "Synchronization"])
      for name in Self.imports(of: file.text) where !known.contains(name) {
        Issue.record("\(file.path) imports \(name), which \(module) may not")
      }
      let asks = file.text.contains("#if os(") || file.text.contains("#if canImport(")
      #expect(isClose || !asks, "\(file.path) asks which system this is")
    }
    #expect(modules == Set(Self.arrows.keys))
  }

  @Test(arguments: [
    ("import Foundation", "Foundation"), ("  import Glibc // system", "Glibc"),
    ("@testable import TasksStore", "TasksStore"), ("import struct Git.ObjectID", "Git"),
    ("@preconcurrency public import Clibgit2", "Clibgit2"), ("internal import A;", "A"),
  ]) func anImportLineIsRead(_ line: String, _ name: String) {
    #expect(Self.imports(of: "let a = 1\n\(line)\nlet important = 2\n// import B\n") == [name])
  }

  /// Outside of its folder a format is asked through `TaskDocument` only; the reader and the printer of files choose
  /// one, and so do the tests of both. A phone has all tasks in Org.
  @Test func formatsAreNamedInTheirFolderOnly() throws {
    let name = try Regex(#"\b(Org|Markdown|FrontMatter|YAML)[A-Z]\w*"#)
    for file in try Self.swiftFiles() where ["TasksCore", "TasksExchange"].contains(file.module) {
      if file.path.contains("Sources/TasksCore/Format/") { continue }
      if file.path.contains("Sources/TasksExchange/Mobile/") { continue }
      let code = file.text.split(separator: "\n").filter { !$0.contains("///") }
      for line in code where line.contains(name) {
        Issue.record("\(file.path) names a format: \(line)")
      }
    }
  }

  /// Past 25 files a folder is two ideas; one of Core is to be parted.
  @Test func foldersAreSmall() throws {
    var counts: [String: Int] = [:]
    for file in try Self.swiftFiles() {
      counts[(file.path as NSString).deletingLastPathComponent, default: 0] += 1
    }
    for (folder, count) in counts { #expect(count <= 26, "\(folder) has \(count) files") }
  }

  @Test func theTopHoldsNothingElse() throws {
    let allowed: Set = ["Package.swift", "Sources", "Tests", "Templates", "Man", "README.md"]
    // What git would not commit is nobody's business here.
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.root.path)
      .filter { !$0.hasPrefix(".") && $0 != "Package.resolved" && !allowed.contains($0) }
    #expect(names == [])
  }

  @Test func filesAreNamedForWhatTheyHold() throws {
    let places = ["Sources", "Tests", "Templates"].map { Self.root.appendingPathComponent($0) }
    for file in try places.flatMap(Self.files) where file.pathExtension == "swift" {
      let name = file.deletingPathExtension().lastPathComponent
      #expect(!Self.isForbidden(name), "\(file.path)")
    }
  }

  @Test(arguments: ["Utils", "StringUtils", "LockManager", "Helper", "Extensions", "String+Trim"])
  func aNameThatSaysNothingIsForbidden(_ name: String) { #expect(Self.isForbidden(name)) }

  // MARK: Reading the sources

  private static func isForbidden(_ name: String) -> Bool {
    let endings = ["Util", "Utils", "Utilities", "Manager", "Helper", "Helpers", "Extensions"]
    return name.contains("+") || endings.contains { name.hasSuffix($0) }
  }

  private struct SourceFile {
    let path: String
    let module: String
    let text: String
  }

  private static func swiftFiles() throws -> [SourceFile] {
    let sources = root.appendingPathComponent("Sources")
    let templates = root.appendingPathComponent("Templates")
    return try (files(in: sources) + files(in: templates)).filter { $0.pathExtension == "swift" }
      .map { file in
        let inside = file.path.dropFirst(root.path.count + 1)
        let parts = inside.split(separator: "/")
        return SourceFile(
          path: String(inside), module: String(parts[parts[0] == "Sources" ? 1 : 0]),
          text: try String(contentsOf: file, encoding: .utf8))
      }
  }

  private static func files(in folder: URL) throws -> [URL] {
    let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (all?.compactMap { $0 as? URL } ?? []).filter { !$0.hasDirectoryPath }
  }

  /// The modules that the lines of a file import.
  private static func imports(of text: String) -> [String] {
    let kinds: Set<Substring> = [
      "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
    ]
    return text.split(separator: "\n").compactMap { line in
      let words = line.split { $0 == " " || $0 == "\t" || $0 == ";" }
      guard let index = words.firstIndex(of: "import"),
        words[..<index].allSatisfy({
          $0.hasPrefix("@")
            || ["public", "internal", "package", "private", "fileprivate"].contains($0)
        })
      else { return nil }
      let name = words[(index + 1)...].first { !kinds.contains($0) }
      return name.map { String($0.prefix { $0 != "." }) }
    }
  }
}
