import Foundation
import TestSupport
import Testing

/// The release as it is handed out: one file that starts at once, for nothing else is loaded.
///
/// `TASKS_RELEASE` says where it is; .ci/run builds it first.
@Suite struct ReleaseTests {
  static let program = ProcessInfo.processInfo.environment["TASKS_RELEASE"]

  /// Whether a file is a shared library, a table of ICU or of the locales, or a certificate that TLS would want.
  private static func isUnwanted(_ path: String) -> Bool {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    return name.hasSuffix(".so") || name.contains(".so.") || name.hasPrefix("icu")
      || path.contains("/ssl/") || path.contains("/pki/") || name == "locale-archive"
      || name.hasPrefix("gconv")
  }

  @Test(
    .enabled(if: program != nil, "TASKS_RELEASE names no program"),
    .enabled(if: DurabilityTests.canTrace, "strace cannot be used here"),
    arguments: [
      ["--version"], ["list"], ["list", "--json"], ["show", "2cc"], ["add", "Something new +tag"],
      ["done", "2cc"], ["undo"], ["log"], ["status"],
      ["merge-driver", "base", "ours", "theirs", "7", "2026-11/x.org"],
    ])
  func nothingIsLoaded(_ arguments: [String]) throws {
    let program = try #require(Self.program)
    let world = try World.withSampleStore()
    // Something to undo.
    #expect(try world.run(program, ["modify", "3dd", "+before"], in: "store").status == 0)
    for name in ["base", "ours", "theirs"] {
      try world.write(World.sample[1].text, to: "store/" + name)
    }
    let log = world.path("trace")
    let outcome = try world.run(
      "strace", ["-f", "-qq", "-e", "trace=open,openat,execve", "-o", log, program] + arguments,
      in: "store")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let opened = Self.opened(try world.read("trace"))
    #expect(opened.first == program)
    #expect(opened.filter(Self.isUnwanted) == [])
  }

  /// What the program itself opens, not those it starts: they come after an `execve` of their own.
  private static func opened(_ trace: String) -> [String] {
    var others: Set<Substring> = []
    var paths: [String] = []
    for line in trace.split(separator: "\n") {
      guard let process = line.split(separator: " ").first else { continue }
      if !paths.isEmpty, line.contains("execve(") { others.insert(process) }
      let quoted = line.split(separator: "\"", omittingEmptySubsequences: false)
      if !others.contains(process), quoted.count > 2 { paths.append(String(quoted[1])) }
    }
    return paths
  }

  @Test func theSieveCatches() {
    let trace = """
      10 execve("/x/tasks", ["tasks"], 0x7 /* 9 vars */) = 0
      10 openat(AT_FDCWD, "/lib/libz.so.1", O_RDONLY) = 3
      11 execve("/usr/bin/git", ["git"], 0x7 /* 9 vars */) = 0
      11 openat(AT_FDCWD, "/lib/libpcre.so", O_RDONLY) = 3
      10 openat(AT_FDCWD, "/etc/ssl/certs/ca-certificates.crt", O_RDONLY) = 4

      """
    #expect(
      Self.opened(trace).filter(Self.isUnwanted)
        == ["/lib/libz.so.1", "/etc/ssl/certs/ca-certificates.crt"])
    #expect(!Self.isUnwanted("/home/x/2026-11/.something-so.org"))
  }

  /// git hands the driver any path, and one that begins with a dash is none of our options.
  @Test func theDriverTakesAnyPath() throws {
    let world = try World()
    for (name, tag) in [("base", ""), ("ours", " :a:"), ("theirs", " :b:")] {
      try world.write("* TODO Task\(tag)\n", to: name)
    }
    let merged = try world.tasks("merge-driver", "base", "ours", "theirs", "7", "-dash.org")
    #expect(merged.status == 0, "\(merged.errors)")
    let result = try world.read("ours")
    #expect(result.contains(":a:b:") || result.contains(":b:a:"), "\(result)")
    #expect(try world.tasks("merge-driver", "base", "ours").status == 2)
  }
}
