import TasksCore
import TasksDAV
import TestSupport
import Testing

@Suite struct DAVPathTests {
  @Test(arguments: [
    ("/", DAVPath.root(.site)), ("/principals", .root(.principals)), ("/dav", .root(.dav)),
    ("/principals/", .root(.principals)), ("/.well-known/caldav", .wellKnown),
    ("/dav/me/", .principal), ("/dav/lists", .home), ("//dav//lists//", .home),
    ("/dav/lists/a/", .list("a")), ("/dav/lists/a", .list("a")),
    ("/dav/lists/a/b.ics", .task(list: "a", name: "b.ics")),
    ("/dav/lists/a/b.ics?x=/#y", .task(list: "a", name: "b.ics")),
    ("/%64av/lists/%C3%BC%20+/%2525.ics", .task(list: "ü +", name: "%25.ics")),
    ("/dav/lists/ü +/50%.ics", .task(list: "ü +", name: "50%.ics")),
    ("https://desk.example.ts.net:8443/dav/lists/a/b.ics", .task(list: "a", name: "b.ics")),
    ("HTTP://localhost", .root(.site)), ("/dav/lists/a/...", .task(list: "a", name: "...")),
  ]) func aTargetIsRead(_ target: String, _ path: DAVPath) { #expect(DAVPath(target) == path) }

  @Test(
    arguments: [
      "", "dav/lists/", "*", "/other/", "/dav/you/", "/dav/lists/a/b.ics/",
      "/dav/lists/a/b/c",
      "/dav/lists/a%2Fb/", "/dav/lists/%00/", "/dav/lists/a/%2e%2E", "/dav/lists/../me/", "/./dav/",
      "/dav/lists/%FF/", "/dav/lists/a%0Ab/", "/Dav/lists/", "ftp:/dav/", "/dav/lists/a/%C3.ics",
    ]) func whatIsNoPlaceIsNone(_ target: String)
  {
    #expect(DAVPath(target) == nil)
  }

  @Test func anHrefReadsAsItsPath() {
    let letters: [Unicode.Scalar] = [
      "a", "Z", "9", "-", "_", ".", "~", "%", "2", "F", "?", "#", " ", "+", "@", ":", "&", "ü", "u",
      "\u{308}", "😀", "\\",
    ]
    for seed in 0..<500 {
      var generator = SeededGenerator(seed: UInt64(seed))
      func name() -> Text {
        var text = "n"
        for _ in 0..<generator.below(8) { text.unicodeScalars.append(generator.pick(letters)) }
        return Text(text)
      }
      for path in [DAVPath.list(name()), .task(list: name(), name: name())] {
        #expect(DAVPath(path.href) == path, "seed \(seed): \(path.href)")
        #expect(DAVPath("https://a.example:1" + path.href) == path, "seed \(seed)")
        #expect(path.href.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x2B })
      }
    }
    for path in [
      DAVPath.wellKnown, .root(.site), .root(.dav), .root(.principals), .principal, .home,
    ] {
      #expect(DAVPath(path.href) == path)
    }
    // Two forms of one letter are two names.
    #expect(DAVPath("/dav/lists/%C3%BC/") != DAVPath("/dav/lists/u%CC%88/"))
  }

  @Test func theHostOfAURLIsKnown() {
    #expect(DAVPath.authority(of: "https://Desk.example:8443/dav/") == "desk.example:8443")
    #expect(DAVPath.authority(of: "/dav/https://a/") == nil)
  }

  @Test func aTaskIsNamedByItsID() throws {
    func name(_ id: Text) throws -> Text { DAVPath.name(of: try #require(TaskID(id))) }
    #expect(try name("k7mq2xw4tz9nbcde") == "k7mq2xw4tz9nbcde.ics")
    #expect(try name("A@host") == "A@host.ics")
    for odd: Text in [
      "a/b", "..", Text(bytes: [0xFF]), "a\nb", Text(String(repeating: "a", count: 999)),
    ] {
      let path = DAVPath.task(list: "x", name: try name(odd))
      #expect(DAVPath(path.href) == path && path.href.utf8.count < 80)
    }
  }
}
