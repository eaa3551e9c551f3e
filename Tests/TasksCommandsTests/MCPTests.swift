import Foundation
import TasksCommands
import TestSupport
import Testing

/// `tasks mcp`, message by message: what it answers to good and to bad ones.
@Suite struct MCPTests {
  private static let modern =
    #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#

  /// The answers to messages, a line each, without the blanks around them.
  private func answers(
    to messages: [String], in world: World? = nil
  ) throws -> [[String: Any]] {
    let world = try world ?? World.withSampleStore()
    let outcome = try world.run(
      World.tasks, ["mcp", "--store", world.path("store")],
      input: messages.joined(separator: "\n") + "\n")
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    return try outcome.output.split(separator: "\n").map { line in
      let json = try JSONSerialization.jsonObject(with: Data(line.utf8))
      let answer = try #require(json as? [String: Any])
      #expect(answer["jsonrpc"] as? String == "2.0")
      return answer
    }
  }

  private func call(_ tool: String, _ arguments: String, meta: String = "") -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)\#(meta.isEmpty ? "" : "," + meta)}}"#
  }

  /// The text of a tool's result.
  private func text(_ answer: [String: Any], isError: Bool = false) throws -> String {
    let result = try #require(answer["result"] as? [String: Any], "\(answer)")
    #expect(result["isError"] as? Bool == isError, "\(result)")
    let content = try #require(result["content"] as? [[String: Any]])
    return content.compactMap { $0["text"] as? String }.joined(separator: "\n")
  }

  @Test(arguments: [
    ("x", -32700, "null"), ("{\"jsonrpc\":\"2.0\",\"id\":1,", -32700, "null"),
    ("[]", -32600, "null"), ("7", -32600, "null"),
    (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600, "null"),
    (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600, "null"),
    (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600, "1"),
    (#"{"id":"a","method":"ping"}"#, -32600, "a"), (#"{"jsonrpc":"2.0","id":1}"#, -32600, "1"),
    (#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32600, "1"),
    (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, -32602, "1"),
    (#"{"jsonrpc":"2.0","id":1,"method":"prompts/list"}"#, -32601, "1"),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#, -32602, "1"),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"purge"}}"#, -32602, "1"),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list","arguments":[]}}"#,
      -32602, "1"
    ),
    (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{\#(modern)}}"#, -32601, "1"),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{\#(modern.replacing("2026", with: "2031"))}}"#,
      -32022, "1"
    ),
  ])
  func aFaultOfTheProtocolIsAnError(message: String, code: Int, id: String) throws {
    let answers = try answers(to: [message])
    try #require(answers.count == 1)
    let error = try #require(answers[0]["error"] as? [String: Any])
    #expect(error["code"] as? Int == code && answers[0]["result"] == nil)
    #expect("\(answers[0]["id"] ?? "")".replacing("<null>", with: "null") == id)
  }

  @Test func notificationsHaveNoAnswer() throws {
    let answers = try answers(to: [
      #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
      #"{"jsonrpc":"2.0","method":"nothing","params":7}"#, "",
      #"{"jsonrpc":"2.0","id":2.5,"method":"ping"}"#,
    ])
    #expect(answers.count == 1 && answers.first?["id"] as? Double == 2.5)
  }

  @Test func bothRevisionsAreSpoken() throws {
    let answers = try answers(to: [
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"1999-01-01"}}"#,
      #"{"jsonrpc":"2.0","id":3,"method":"tools/list"}"#,
      #"{"jsonrpc":"2.0","id":4,"method":"server/discover","params":{\#(Self.modern)}}"#,
      #"{"jsonrpc":"2.0","id":5,"method":"tools/list","params":{\#(Self.modern)}}"#,
      call("list", "{}", meta: Self.modern),
    ])
    let results = try answers.map { try #require($0["result"] as? [String: Any]) }
    #expect(
      results.map { $0["protocolVersion"] as? String }
        == ["2025-06-18", "2025-11-25", nil, nil, nil, nil])
    #expect(
      results.map { $0["resultType"] as? String } == [nil, nil, nil]
        + Array(repeating: "complete", count: 3))
    #expect(
      results[3]["supportedVersions"] as? [String] == ["2026-07-28", "2025-11-25", "2025-06-18"])
    for result in [results[3], results[4]] {
      #expect(result["ttlMs"] is Int && result["cacheScope"] as? String == "public")
    }
    for result in [results[2], results[4]] {
      let tools = try #require(result["tools"] as? [[String: Any]])
      #expect(
        tools.compactMap { $0["name"] as? String }
          == ["list", "show", "add", "modify", "done", "note", "log", "sync"])
    }
  }

  /// Each parameter that is an option is one of the verb.
  @Test func toolsTakeWhatTheVerbsTake() {
    let own = ["filter", "ready", "ids", "id", "tasks", "changes", "state", "text"]
    for tool in MCPTool.all {
      let verbs = tool.name == "done" ? ["done", "start"] : [tool.name]
      for parameter in tool.parameters where !own.contains(parameter.name) {
        #expect(
          verbs.contains { Verbs.named($0)?.options.contains(parameter.option) == true },
          "\(tool.name) \(parameter.name)")
      }
    }
  }

  @Test func aDayOfAnAgent() throws {
    let world = try World.withSampleStore()
    world.environment["TASKS_DEVICE"] = "laptop"
    let answers = try answers(
      to: [
        call("list", #"{"ready":true,"filter":["-phone"],"limit":1}"#),
        call("done", #"{"ids":["2cc"],"state":"start","claim":true}"#),
        call("note", ##"{"id":"2cc","text":"--dry-run\n- [ ] \"box\" $HOME"}"##),
        call(
          "add",
          #"{"tasks":["Wash the jug discovered-from:2cc",{"title":"--store","notes":"a\nb"}]}"#),
        call("modify", #"{"ids":["2cc"],"changes":["+a","-errand","due:fri"]}"#),
        call("done", #"{"ids":["2cc"],"note":"--force"}"#),
        call("show", #"{"ids":["2cc"],"history":true}"#), call("log", #"{"number":1}"#),
      ], in: world)
    let texts = try answers.map { try text($0) }
    for text in texts { #expect(text.hasPrefix(#"{"schema":1,"kind":""#), "\(text)") }
    #expect(texts[0].contains("Buy milk") && !texts[0].contains("Call Bob"))
    #expect(texts[1].contains(#""state":"NEXT""#) && texts[1].contains(#""assignee":"Test""#))
    #expect(texts[2].contains(#""notes":"--dry-run\n- [ ] \"box\" $HOME""#))
    #expect(texts[3].contains(#""discovered_from":"2ccccccccccccccc""#))
    #expect(texts[3].contains(#""title":"--store""#) && texts[3].contains(#""notes":"a\nb""#))
    #expect(texts[4].contains(#""tags":["a"]"#) && texts[4].contains("2026-11-27"))
    #expect(texts[5].contains(#""state":"DONE""#))
    #expect(texts[6].contains(#""note":"--force""#) && texts[6].contains(#""history":["#))
    #expect(texts[7].contains(#""kind":"log""#))
    #expect(try world.git("rev-list", "--count", "HEAD", in: "store").output == "7\n")
  }

  @Test(arguments: [
    ("show", #"{"ids":["zzzzz"]}"#, "no task has an id that begins with 'zzzzz'"),
    ("show", "{}", "'ids' is missing"), ("show", #"{"ids":[]}"#, "'ids' is missing"),
    ("show", #"{"ids":"1bb"}"#, "'ids' is to be an array of strings"),
    ("show", #"{"ids":["1bb","--raw"]}"#, "'--raw' in 'ids' is no id"),
    ("show", #"{"ids":["1bb"],"raw":true}"#, "there is no argument 'raw'"),
    ("list", #"{"filter":["--deleted"]}"#, "'--deleted' is an option"),
    ("list", #"{"filter":["-v"]}"#, "'-v' is an option"),
    ("list", #"{"ready":true,"done":true}"#, "'done' is not for ready"),
    ("list", #"{"limit":-1}"#, "'limit' is to be a number from 0"),
    ("add", #"{"tasks":["a\nb"]}"#, "a line of quick-add holds no line break"),
    ("add", #"{"tasks":[{"titel":"a"}]}"#, "title"),
    ("done", #"{"ids":["1bb"],"claim":true}"#, "'claim' is not for done"),
    ("done", #"{"ids":["1bb"],"state":"purge"}"#, "'state' is to be one of"),
    ("done", #"{"ids":["+errand"]}"#, "is no id"),
    ("note", #"{"id":"--json","text":"x"}"#, "no task has"),
    ("note", #"{"id":"1bb","text":""}"#, "the note is empty"),
    ("sync", "{}", "there is no remote"),
  ])
  func aFaultOfACallIsToldTheModel(tool: String, arguments: String, part: String) throws {
    let world = try World.withSampleStore()
    let head = try world.git("rev-parse", "HEAD", in: "store").output
    let answers = try answers(to: [call(tool, arguments)], in: world)
    let text = try text(#require(answers.first), isError: true)
    #expect(text.contains(part) && !text.hasPrefix("{"), "\(text)")
    #expect(try world.git("rev-parse", "HEAD", in: "store").output == head)
  }
}
