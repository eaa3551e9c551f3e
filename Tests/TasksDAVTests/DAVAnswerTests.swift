import TasksDAV
import TasksStore
import Testing

@Suite struct DAVAnswerTests {
  private func xml(_ answer: DAVAnswer) throws -> XMLElement {
    try XMLReader.read(answer.body.bytes())
  }

  private func header(_ name: String, _ answer: DAVAnswer) -> String? {
    answer.headers.first { $0.name == name }?.value
  }

  /// Shorter and longer than one piece; the rows are asked for once each, and not before their time.
  @Test(arguments: [0, 1, 900, 2_000, 4_000]) func aLongAnswerIsMadeInPieces(_ count: Int) throws {
    let rows = Array(0..<count)
    let answer = try DAVAnswer.multistatus(
      rows, ending: { $0.element(.syncToken, text: "urn:x") }
    ) { rows, _, writer in
      for row in rows {
        writer.response("/dav/lists/a/\(row).ics") { writer in
          writer.propstat { $0.element(.getetag, text: "\"\(row)\"") }
          writer.propstat(404, of: row % 2 == 0 ? [.calendarColor] : [])
        }
      }
    }
    var (body, pieces) = (answer.body, [[UInt8]]())
    while let piece = try body.next() { pieces.append(piece) }
    #expect(try body.next() == nil)
    let whole = pieces.flatMap { $0 }
    #expect(try answer.status == 207 && answer.body.bytes() == whole)
    #expect(answer.body.count == (pieces.count == 1 ? whole.count : nil))
    #expect((pieces.count == 1) == (count <= 900))
    #expect(pieces.dropFirst().allSatisfy { $0.count < DAVBody.pieceSize + 10_000 })
    let root = try XMLReader.read(whole)
    #expect(root.all(.response).map { $0[.href]?.text } == rows.map { "/dav/lists/a/\($0).ics" })
    #expect(root.children.last?.name == .syncToken)
    guard let first = root.all(.response).first?.all(.propstat) else { return }
    #expect(first.map { $0[.status]?.text } == ["HTTP/1.1 200 OK", "HTTP/1.1 404 Not Found"])
    #expect(first.map { $0[.prop]?.children.map(\.name) } == [[.getetag], [.calendarColor]])
  }

  @Test func aStatusOfAPlaceIsWritten() throws {
    let root = try xml(
      .multistatus { writer in
        writer.response("/dav/lists/a/", status: 507, .dav("number-of-matches-within-limits"))
        writer.response("/dav/lists/a/b.ics", status: 404)
      })
    #expect(
      root.children.map { $0[.status]?.text } == [
        "HTTP/1.1 507 Insufficient Storage", "HTTP/1.1 404 Not Found",
      ])
    #expect(
      root.children.first?[.error]?.children.map(\.name) == ["D:number-of-matches-within-limits"])
  }

  @Test func aRefusalSaysWhatItMisses() throws {
    let answer = DAVAnswer.refusal(403, "it is there", .noUIDConflict, place: .list("a b"))
    let root = try xml(answer)
    #expect(root.name == .error && root[.noUIDConflict]?[.href]?.text == "/dav/lists/a%20b/")
    #expect(root[.responsedescription]?.text == "it is there")
    #expect(header("Content-Type", answer) == "application/xml; charset=utf-8")
    #expect(header("DAV", answer)?.contains("calendar-access") == true)
    #expect(header("WWW-Authenticate", .unauthorized) == "Basic realm=\"tasks\", charset=\"UTF-8\"")
  }

  @Test(arguments: [
    (StoreError.locked(path: "x", owner: 1), 503, "5"), (.inTheMiddle(.merge), 503, "60"),
    (.conflicted(path: "x"), 409, ""), (.refusedByHook("pre", said: "no <b>"), 403, ""),
    (.noSuchTask("x"), 404, ""), (.changedMeanwhile(path: "x"), 503, "5"),
    (.file(doing: "write", path: "x", reason: "full"), 503, "60"),
  ]) func anErrorOfTheStoreHasAStatus(_ error: StoreError, _ status: Int, _ retry: String) throws {
    let answer = DAVAnswer(of: error)
    #expect(answer.status == status && (header("Retry-After", answer) ?? "") == retry)
    #expect(try xml(answer)[.responsedescription]?.text.hasPrefix(error.message) == true)
    #expect(DAVAnswer(of: answer).status == status)
  }

  @Test func aRequestIsRead() throws {
    let request = DAVRequest(
      "REPORT", "/dav/lists/a%20b/",
      headers: [("DEPTH", "Infinity"), ("prefer", "a"), ("Prefer", "return = minimal")],
      body: Array("<D:propfind xmlns:D='DAV:'/>".utf8))
    #expect(request.path == .list("a b") && request["depth"] == "Infinity" && request.isBrief)
    #expect(try request.depth(usually: .zero) == .infinity && request.xml()?.name == .propfind)
    let other = DAVRequest(
      "PROPFIND", "/", headers: [("Depth", "2"), ("Brief", "t")], body: Array("<a>".utf8))
    #expect(other.isBrief && !DAVRequest("GET", "/").isBrief)
    #expect(
      try DAVRequest("GET", "/").xml() == nil && DAVRequest("GET", "/").depth(usually: .one) == .one
    )
    for refused in [{ _ = try other.depth(usually: .zero) }, { _ = try other.xml() }]
      as [() throws -> Void]
    {
      let answer = try #require(throws: DAVAnswer.self) { try refused() }
      #expect(answer.status == 400)
    }
    let large = DAVRequest("PROPFIND", "/", body: [UInt8](repeating: 0x20, count: 65_537))
    #expect(try #require(throws: DAVAnswer.self) { try large.xml() }.status == 413)
  }
}
