import Foundation
import TestSupport
import Testing

/// `tasks open`, with an opener and an editor that say what they were given.
@Suite struct OpenLinksTests {
  private let world: World

  init() throws {
    world = try World()
    try world.tasks("init", "todo")
    let says = "#!/bin/sh\nfor word; do echo \"<$word>\"; done\n"
    try world.write(says, to: "bin/xdg-open")
    try world.write(says, to: "bin/fake")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: world.path("bin/xdg-open"))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: world.path("bin/fake"))
    world.environment["PATH"] = world.path("bin") + ":" + (world.environment["PATH"] ?? "")
    world.environment["EDITOR"] = "fake"
    try world.write("* One\n* TODO [#A] Two [0/1] :tag:\nwords here\n", to: "todo/other.org")
    try world.write("# One\n\n## First steps\n", to: "todo/other file.md")
    try world.write("* Plan\n** Part\n:PROPERTIES:\n:ID: part-1\n:END:\n", to: "todo/plan.org")
    try world.write("\u{0}PDF", to: "todo/scan.pdf")
  }

  private func open(_ link: String, format: String = "org") throws -> World.Outcome {
    let text =
      format == "org"
      ? "* TODO Task\n:PROPERTIES:\n:ID: abcdefgh\n:END:\n\n\(link)\n\n** Below\n"
      : "---\nstatus: todo\nid: abcdefgh\n---\n\n\(link)\n\n## Below\n"
    try world.write(text, to: "todo/a/task.\(format)")
    return try world.tasks("open", "a/task.\(format)", in: "todo")
  }

  @Test(arguments: [
    ("https://example.org/?a=1&b=$(x)", "<https://example.org/?a=1&b=$(x)>\n"),
    ("[[https://example.org/a b][name]]", "<https://example.org/a b>\n"),
    ("<mailto:bob@example.org>", "<mailto:bob@example.org>\n"),
    ("[[unknown:'; rm -rf \"x\"]]", "<unknown:'; rm -rf \"x\">\n"),
  ])
  func addressIsOneArgumentOfTheOpener(link: String, said: String) throws {
    let outcome = try open(link)
    #expect(outcome.status == 0)
    #expect(outcome.output == said)
  }

  /// Neither what a link says nor a setting of plain words.
  @Test(.enabled(if: DurabilityTests.canTrace, "strace cannot be used here"))
  func noShellReadsAnything() throws {
    world.environment["EDITOR"] = "fake --wait"
    try world.write(
      "* TODO Task\n:PROPERTIES:\n:ID: abcdefgh\n:END:\n\n[[file:other.org::*Two]]\n",
      to: "todo/a.org")
    let log = world.path("trace")
    let outcome = try world.run(
      "strace", ["-f", "-qq", "-e", "trace=execve", "-o", log, World.tasks, "open", "a.org"],
      in: "todo")
    #expect(outcome.output == "<--wait>\n<+2>\n<\(world.path("todo/other.org"))>\n")
    let trace = try world.read("trace")
    #expect(trace.contains("/fake\"") && !trace.contains("\"-c\""), "\(trace)")
  }

  @Test func openerIsTheUsersOwnAndNeverTheStores() throws {
    try world.tasks("git", "config", "-f", ".tasks/config", "tasks.opener", "evil", in: "todo")
    try world.tasks("git", "config", "tasks.opener", "evil", in: "todo")
    #expect(try open("https://a.example").output == "<https://a.example>\n")
    try world.write("[tasks]\n\topener = fake --new\n", to: "config/tasks/config")
    #expect(try open("https://a.example").output == "<--new>\n<https://a.example>\n")
    try world.write("[tasks]\n\topener = no-such-program\n", to: "config/tasks/config")
    let missing = try open("https://a.example")
    #expect(missing.status == 1)
    #expect(missing.errors.contains("tasks.opener"))
  }

  @Test(arguments: [
    ("[[file:../other.org]]", "", "other.org"), ("[[file:../other.org::*Two]]", "2", "other.org"),
    ("[[file:../other.org::3]]", "3", "other.org"),
    ("[[file:../other.org::words here]]", "3", "other.org"),
    ("[[../plan.org::*Part]]", "2", "plan.org"), ("[[id:part-1]]", "2", "plan.org"),
    ("[[*Below]]", "8", "a/task.org"), ("[[-below]] at -below", "6", "a/task.org"),
  ])
  func fileOpensInTheEditorAtItsLine(link: String, line: String, file: String) throws {
    let outcome = try open(link)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let expected = line.isEmpty ? "" : "<+\(line)>\n"
    #expect(outcome.output == expected + "<\(world.path("todo/" + file))>\n")
  }

  @Test(arguments: [
    ("[a](../other%20file.md#first-steps)", "<+3>\n", "other file.md"),
    ("[a](<../other file.md>)", "", "other file.md"), ("[a](#below)", "<+8>\n", "a/task.md"),
    ("[a](file:../other.org::*One)", "<+1>\n", "other.org"),
  ])
  func linksOfMarkdown(link: String, line: String, file: String) throws {
    let outcome = try open(link, format: "md")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == "\(line)<\(world.path("todo/" + file))>\n")
  }

  /// As in Obsidian: by name, wherever the file is, without regard to case.
  @Test(arguments: [
    ("[[other file]]", "", "other file.md"),
    ("[[Other File#first steps|x]]", "<+3>\n", "other file.md"),
    ("![[scan.pdf|300]]", "", "scan.pdf"), ("[[Deep]]", "", "notes/deep/Deep.md"),
    ("[[deep/Deep]]", "", "notes/deep/Deep.md"), ("[[Near]]", "", "a/Near.md"),
    ("[[#below]]", "<+8>\n", "a/task.md"), ("[[plan]]", "", "plan.org"),
    ("[[Deep#^b1]]", "<+3>\n", "notes/deep/Deep.md"),
  ])
  func notesAreFoundByTheirNames(link: String, line: String, file: String) throws {
    try world.write("# Deep\n\nblock ^b1\n", to: "todo/notes/deep/Deep.md")
    try world.write("# Near\n", to: "todo/notes/Near.md")
    try world.write("# Near\n", to: "todo/a/Near.md")
    try world.write("# Hidden\n", to: "todo/.obsidian/Hidden.md")
    let outcome = try open(link, format: "md")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == "\(line)<\(world.path("todo/" + file))>\n")
  }

  @Test(arguments: ["[[Hidden]]", "[[../../gitconfig]]", "[[/etc/passwd]]", "[[Gone]]"])
  func notesAreFilesOfTheStore(link: String) throws {
    try world.write("# Hidden\n", to: "todo/.obsidian/Hidden.md")
    let outcome = try open(link, format: "md")
    #expect(outcome.status == 2 && outcome.output == "", "\(outcome.output)")
    #expect(outcome.errors.contains("in the store"))
  }

  @Test func whatIsNoTextGoesToTheOpenerByItsWholePath() throws {
    #expect(try open("[[file:../scan.pdf]]").output == "<\(world.path("todo/scan.pdf"))>\n")
    try world.write("\u{0}", to: "todo/a/-n")
    #expect(try open("[x](-n)", format: "md").output == "<\(world.path("todo/a/-n"))>\n")
  }

  /// A page or a drawing is text to nobody who follows a link to it; with a place in it, it is.
  @Test func pagesAndDrawingsGoToTheOpener() throws {
    for name in ["page.html", "a.SVG"] {
      try world.write("<p>\nwords\n", to: "todo/\(name)")
      world.environment["EDITOR"] = "no-such-editor"
      #expect(try open("[[file:../\(name)]]").output == "<\(world.path("todo/" + name))>\n")
      world.environment["EDITOR"] = "fake"
      let outcome = try open("[[file:../\(name)::words]]")
      #expect(outcome.output == "<+2>\n<\(world.path("todo/" + name))>\n")
    }
  }

  @Test(arguments: [
    "[[shell:touch x]]", "[[vbscript:x]]", "[[elisp:(x)]]", "[[file:gone.org]]", "no link",
  ])
  func whatCannotBeFollowedIsSaid(link: String) throws {
    let outcome = try open(link)
    #expect(outcome.status == 1 || outcome.status == 2)
    #expect(outcome.output == "" && !outcome.errors.isEmpty)
  }

  @Test func idShowsTheTask() throws {
    let id = try world.tasks("add", "Other", in: "todo").output.split(separator: " ")[1]
    let whole = try world.tasks("list", "Other", "--format", "{id}", in: "todo").output
      .trimmingCharacters(in: .newlines)
    #expect(whole.hasPrefix(id))
    #expect(try open("[[id:\(whole)]]").output.hasPrefix("Other\nid          \(whole)\n"))
    #expect(try open("[[id:nothing-here]]").status == 3)
  }

  @Test func severalAreListed() throws {
    let outcome = try open("[[https://a.example][one]] and https://b.example")
    #expect(outcome.status == 0)
    #expect(outcome.output == "1  https://a.example  one\n2  https://b.example\n")
    let second = try world.tasks("open", "a/task.org", "2", in: "todo")
    #expect(second.output == "<https://b.example>\n")
    #expect(try world.tasks("open", "a/task.org", "3", in: "todo").status == 2)
    let json = try world.tasks("open", "a/task.org", "--json", in: "todo").output
    #expect(
      json == """
        {"schema":1,"kind":"links","links":[{"number":1,"target":"https://a.example","label":"one"},\
        {"number":2,"target":"https://b.example","label":null}]}

        """)
  }
}
