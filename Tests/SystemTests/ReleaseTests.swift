import Foundation
import TestSupport
import Testing

/// The release as it is handed out: one file that starts at once, for nothing else is loaded.
///
/// `TASKS_RELEASE` says where it is; .ci/run builds it first.
@Suite struct ReleaseTests {
  static let program = ProcessInfo.processInfo.environment["TASKS_RELEASE"]

  /// Shared libraries, the tables of ICU, and the certificates that TLS would want.
  static let unwanted = [".so", "icu", "/ssl/", "/pki/", ".pem", ".crt", "locale-archive"]

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
      "strace", ["-f", "-qq", "-e", "trace=file", "-o", log, program] + arguments, in: "store")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let opened = Self.opened(try world.read("trace"))
    #expect(opened.contains { $0.contains("execve(") })
    for call in opened {
      #expect(!Self.unwanted.contains { call.contains($0) }, "\(call)")
    }
  }

  /// The calls of the program itself, not of those it starts: they come after an `execve` of their own.
  private static func opened(_ trace: String) -> [String] {
    var others: Set<Substring> = []
    var calls: [String] = []
    for line in trace.split(separator: "\n") {
      guard let process = line.split(separator: " ").first else { continue }
      if !calls.isEmpty, line.contains("execve(") { others.insert(process) }
      if !others.contains(process) { calls.append(String(line)) }
    }
    return calls
  }

  @Test func theSieveCatches() {
    let trace = """
      10 execve("/x/tasks", ["tasks"], 0x7 /* 9 vars */) = 0
      10 openat(AT_FDCWD, "/lib/libz.so.1", O_RDONLY) = 3
      11 execve("/usr/bin/git", ["git"], 0x7 /* 9 vars */) = 0
      11 openat(AT_FDCWD, "/lib/libpcre.so", O_RDONLY) = 3
      10 openat(AT_FDCWD, "/etc/ssl/certs/ca-certificates.crt", O_RDONLY) = 4

      """
    let caught = Self.opened(trace).filter { call in Self.unwanted.contains { call.contains($0) } }
    #expect(caught.count == 2)
  }
}
