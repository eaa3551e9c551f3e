import Foundation
import TestSupport

/// A store with its web server, and curl as a browser that is signed in.
final class ServedStore {
  struct Answer {
    let status: Int
    let headers: String
    let body: String

    /// The value of the answer's envelope.
    var value: [String: Any] {
      let all = (try? JSONSerialization.jsonObject(with: Data(body.utf8))) as? [String: Any] ?? [:]
      return all[all["kind"] as? String ?? ""] as? [String: Any] ?? all
    }
  }

  let world: World
  let port: Int
  private let store: String
  private let output: FileHandle
  private let running: RunningProgram
  /// The token of the browser that is signed in.
  private(set) var token = ""

  var origin: String { "http://127.0.0.1:\(port)" }

  /// The program that is served by, beside the one under test.
  static let program =
    World.tasks.split(separator: "/").dropLast().reduce(into: "") {
      $0 += "/" + $1
    } + "/tasks-web"

  /// Serves a store of a world.
  ///
  /// - Parameter store: Its folder.
  init(_ world: World, store: String = "store") throws {
    (self.world, self.store) = (world, store)
    port = LoopbackPort.free()
    let log = world.path("web-\(port).log")
    _ = FileManager.default.createFile(atPath: log, contents: nil)
    output = try FileHandle(forUpdating: URL(fileURLWithPath: log))
    running = try world.start(
      ServedStore.program, ["--store", world.path(store), "--port", "\(port)", "--no-open"],
      output: output.fileDescriptor, errors: output.fileDescriptor)
    for _ in 0..<1000 where !said.contains("/#") { usleep(5000) }
    guard let link = said.split(separator: "#").last?.split(separator: "\n").first else {
      throw Hub.Failure(description: "the server did not start: \(said)")
    }
    let answer = try post("/api/sign-in", #"{"token":"\#(link)"}"#, headers: ["Origin: \(origin)"])
    token =
      answer.headers.split(separator: "tasks_\(port)=").last.map {
        String($0.prefix { $0 != ";" })
      } ?? ""
  }

  deinit {
    kill(running.processIdentifier, SIGTERM)
    _ = running.waitUntilExit()
  }

  /// What the server has printed.
  var said: String {
    (try? String(contentsOfFile: world.path("web-\(port).log"), encoding: .utf8)) ?? ""
  }

  /// The cookie of the browser as a header.
  var cookie: String { "Cookie: tasks_\(port)=\(token)" }

  /// Asks with curl.
  func curl(_ path: String, _ arguments: [String] = [], headers: [String] = []) throws -> Answer {
    let all = headers.flatMap { ["-H", $0] } + arguments
    let outcome = try world.run(
      "curl", ["-s", "-i", "--max-time", "20"] + all + [origin + path])
    let parts = outcome.output.components(separatedBy: "\r\n\r\n")
    let status = Int(parts[0].split(separator: " ").dropFirst().first ?? "") ?? 0
    return Answer(
      status: status, headers: parts[0], body: parts.dropFirst().joined(separator: "\r\n\r\n"))
  }

  func get(_ path: String) throws -> Answer { try curl(path, headers: [cookie]) }

  func post(_ path: String, _ body: String, headers: [String]) throws -> Answer {
    try curl(
      path, ["--data-binary", body], headers: ["Content-Type: application/json"] + headers)
  }

  /// Sends a command as the page does.
  func act(_ body: String) throws -> Answer {
    try post("/api/do", body, headers: [cookie, "Origin: \(origin)"])
  }

  /// The titles of a list.
  func titles(_ show: String = "order") throws -> [String] {
    let groups = try get("/api/tasks?show=\(show)").value["groups"] as? [[String: Any]] ?? []
    return groups.flatMap { $0["rows"] as? [[String: Any]] ?? [] }
      .compactMap { $0["title"] as? String }
  }

  /// Runs `tasks` in the store, as somebody does in a shell.
  @discardableResult
  func tasks(_ arguments: String...) throws -> World.Outcome {
    try world.run(World.tasks, arguments, in: store)
  }
}
