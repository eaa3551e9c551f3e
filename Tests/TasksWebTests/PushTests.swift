import Foundation
import Platform
import TestSupport
import Testing
import TasksWeb

/// Web Push: the example of RFC 8291, http-ece and a push service of the test.
@Suite struct PushTests {
  private func bytes(_ text: String) throws -> [UInt8] { try #require([UInt8](base64URL: text)) }

  /// RFC 8291, appendix A.
  @Test func theExampleOfTheStandardComesOut() throws {
    let payload = try PushPayload(
      Array("When I grow up, I want to be a watermelon".utf8),
      for: bytes(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
      auth: bytes("BTBZMqHH6r4Tts7J_aSIgg"),
      secret: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
      salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"))
    #expect(
      payload.bytes.base64URL
        == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLoc"
        + "InmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNW"
        + "QexSgSxsj_Qulcy4a-fN")
  }

  @Test(arguments: ["", "f", "fo", "foo", "foob", "fooba", "foobar"])
  func base64ComesBack(_ text: String) {
    let known = ["", "Zg", "Zm8", "Zm9v", "Zm9vYg", "Zm9vYmE", "Zm9vYmFy"]
    #expect(Array(text.utf8).base64URL == known[text.utf8.count])
    #expect([UInt8](base64URL: known[text.utf8.count]) == Array(text.utf8))
    #expect([UInt8](base64URL: "a") == nil && [UInt8](base64URL: "a+b=") == nil)
  }

  /// A push service that keeps what it gets: decrypted by http-ece, the token checked by PyJWT's cryptography.
  private static let service = """
    import base64, http.server, json, ssl, sys
    import http_ece
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec, utils

    folder = sys.argv[1]
    def plain(text): return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    def url(data): return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
    key = ec.generate_private_key(ec.SECP256R1())
    point = key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    auth = b"0123456789abcdef"

    class Service(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status = 410 if self.path == "/gone" else 201
            if status == 201:
                text = http_ece.decrypt(body, private_key=key, auth_secret=auth, version="aes128gcm").decode()
                scheme, rest = self.headers["Authorization"].split(" ", 1)
                parts = dict(part.split("=", 1) for part in rest.split(","))
                head, claims, signature = parts["t"].split(".")
                raw = plain(signature)
                signed = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
                public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), plain(parts["k"]))
                public.verify(signed, (head + "." + claims).encode(), ec.ECDSA(hashes.SHA256()))
                with open(folder + "/got", "a") as file:
                    print(json.dumps({"text": json.loads(text), "scheme": scheme, "claims": json.loads(plain(claims)),
                                      "ttl": self.headers["TTL"], "urgency": self.headers["Urgency"],
                                      "topic": self.headers["Topic"]}), file=file, flush=True)
            else:
                open(folder + "/refused", "a").write("x")
            self.send_response(status)
            self.end_headers()
        def log_message(self, *words): pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Service)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder + "/cert.pem", folder + "/key.pem")
    server.socket = context.wrap_socket(server.socket, server_side=True)
    print(server.server_address[1], url(point), url(auth), flush=True)
    server.serve_forever()
    """

  @Test func whatIsDueIsPushedOnce() throws {
    let world = try World.withSampleStore()
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let made = try world.run(
      "openssl",
      [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "cert.pem",
        "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
      ])
    try #require(made.status == 0, "\(made.errors)")
    try world.write(Self.service, to: "service.py")
    _ = FileManager.default.createFile(atPath: world.path("out"), contents: nil)
    let out = try FileHandle(forUpdating: URL(fileURLWithPath: world.path("out")))
    let service = try world.start(
      root.path + "/.build/judges/bin/python3", [world.path("service.py"), world.folder],
      output: out.fileDescriptor, errors: out.fileDescriptor)
    defer {
      kill(service.processIdentifier, SIGTERM)
      _ = service.waitUntilExit()
    }
    for _ in 0..<1000 where try world.read("out").isEmpty { usleep(10_000) }
    let said = try world.read("out")
    let words = said.split(separator: "\n")[0].split(separator: " ")
    try #require(words.count == 3, "\(said)")

    world.environment["CURL_CA_BUNDLE"] = world.path("cert.pem")
    // The time goes on as it is, so that the reminder comes after the browser has subscribed; the dates of the sample
    // are not to ring, whichever day it is.
    world.environment["TASKS_NOW"] = nil
    try world.tasks("config", "remind.dates", "off", in: "store")
    try world.tasks("remind", "check", in: "store")
    let served = try ServedStore(world)
    func subscribe(_ path: String) throws -> Int {
      try served.act(
        #"{"do":"subscribe","endpoint":"https://localhost:\#(words[0])\#(path)","p256dh":"\#(words[1])","auth":"\#(words[2])"}"#
      ).status
    }
    #expect(try subscribe("/gone") == 200 && subscribe("/here") == 200)
    #expect(try served.get("/api/state").value["pushes"] as? Bool == true)
    let key = try #require(served.get("/api/push-key").value["key"] as? String)
    // The key of another store is another one: the random numbers of the static program are real ones.
    let other = try ServedStore(.withSampleStore())
    #expect(try other.get("/api/push-key").value["key"] as? String != key && key.count == 87)
    let book = "store/.git/tasks/web-push"
    let mode = try FileManager.default.attributesOfItem(atPath: world.path(book))
    #expect(mode[.posixPermissions] as? Int == 0o600)
    // As if the browser had subscribed an hour ago.
    let until = try world.read(book).split(separator: "\n").first { $0.hasPrefix("until ") } ?? ""
    try world.write(
      try world.read(book).replacing(until, with: "until 2020-01-01T00:00"), to: book)
    let parts = DateFormatter()
    parts.dateFormat = "yyyy-MM-dd'T'HH:mm"
    parts.timeZone = TimeZone(identifier: "Europe/Prague")
    let minute = parts.string(from: Date().addingTimeInterval(-60))
    try world.tasks("modify", "2cc", "remind:\(minute)", "important:yes", in: "store")
    let ledger = "store/.git/tasks/alerts"
    try world.write(
      try world.read(ledger).replacing(/since .*/, with: "since 2020-01-01T00:00"), to: ledger)
    for _ in 0..<2000 {
      if (try? world.read("got"))?.last == "\n", (try? world.read("refused")) != nil { break }
      usleep(10_000)
    }
    let got = try world.read("got").split(separator: "\n")
    #expect(got.count == 1)
    let message = try JSONSerialization.jsonObject(with: Data((got.first ?? "{}").utf8))
    let fields = try #require(message as? [String: Any])
    let text = fields["text"] as? [String: Any]
    #expect(text?["title"] as? String == "Buy milk" && text?["important"] as? Bool == true)
    #expect(fields["scheme"] as? String == "vapid" && fields["urgency"] as? String == "high")
    let claims = fields["claims"] as? [String: Any]
    #expect(claims?["aud"] as? String == "https://localhost:\(words[0])")
    // A browser that takes no more is forgotten; nothing is pushed twice.
    for _ in 0..<500 where try world.read(book).contains("/gone") { usleep(10_000) }
    #expect(try !world.read(book).contains("/gone") && world.read(book).contains("/here"))
    #expect(
      try served.act(#"{"do":"unsubscribe","endpoint":"https://localhost:\#(words[0])/here"}"#)
        .status == 200)
    #expect(try !world.read(book).contains("/here"))
    #expect(try world.read("got").split(separator: "\n").count == 1)
  }

  /// 65 bytes that are no point of the curve would end the pushes to all.
  @Test func aKeyThatIsNoneIsRefused() throws {
    let served = try ServedStore(.withSampleStore())
    let (point, auth) = ([UInt8](repeating: 0, count: 65), [UInt8](repeating: 1, count: 16))
    let answer = try served.act(
      #"{"do":"subscribe","endpoint":"https://push.example/x","p256dh":"\#(point.base64URL)","auth":"\#(auth.base64URL)"}"#
    )
    #expect(answer.status == 400, "\(answer.body)")
    #expect(try served.get("/api/state").value["pushes"] as? Bool == false)
  }

  @Test(arguments: ["http://push.example/x", "https://a\"b", "https:///", "file:///etc/passwd"])
  func anAddressThatIsNoneIsRefused(_ endpoint: String) {
    let point = ([4] + [UInt8](repeating: 1, count: 64)).base64URL
    let auth = [UInt8](repeating: 1, count: 16).base64URL
    #expect(PushSubscription(endpoint: "https://push.example/x", point: point, auth: auth) != nil)
    let odd = PushSubscription(endpoint: endpoint, point: point, auth: auth)
    #expect(odd == nil || endpoint == "https:///")
  }
}
