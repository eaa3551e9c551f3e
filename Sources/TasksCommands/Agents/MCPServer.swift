import ArgumentParser
import Platform
import TasksCore
import TasksStore
import TasksTerminal

/// A server of the Model Context Protocol over standard input and output, a JSON-RPC message a line.
///
/// It answers clients that begin with `initialize` (revision 2025-11-25 and before) and those that name the revision in
/// each request (2026-07-28). A tool runs this program with the words of a command line, so that it does what the
/// command does: locks, limits, hooks, the commit.
struct MCPServer {
  /// The folder given with `--store`.
  let store: String?

  private static let instructions = """
    A store of tasks, each a file in a git repository. Name a task by its whole id. Every change is one commit; \
    tasks undo on the command line takes it back. Take a task from list with ready, claim it with done, state start \
    and claim, and finish it with done.
    """

  /// Answers until the input ends.
  func run() throws {
    let lines = TypedLines()
    while let line = lines.next() {
      guard !line.allSatisfy(\.isWhitespace) else { continue }
      if let answer = answer(to: line) { try Output.write(answer) }
    }
  }

  /// Returns the answer to a message on one line; nil to a notification, which has none.
  func answer(to line: String) -> [UInt8]? {
    var id = JSONValue.null
    do throws(MCPFault) {
      let message = try MCPServer.message(line)
      if message["method"] != .null, MCPRequest.isNotification(message) { return nil }
      switch message["id"] {
      case .string, .number: id = message["id"]
      default: throw .invalidRequest("id is neither a string nor a number")
      }
      let result = try result(of: MCPRequest(message))
      return MCPServer.response(to: id) { json in
        json.key("result")
        json.object(result)
      }
    } catch {
      return MCPServer.response(to: id) { json in
        json.key("error")
        json.object { error.write(to: &$0) }
      }
    }
  }

  private static func message(_ line: String) throws(MCPFault) -> JSONValue {
    guard let message = try? JSONValue(Array(line.utf8)) else { throw .notJSON }
    guard case .object = message else { throw .invalidRequest("it is no object") }
    return message
  }

  private static func response(
    to id: JSONValue, _ body: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("jsonrpc", "2.0")
      json.key("id")
      json.value(id)
      body(&json)
    }
    json.endLine()
    return json.bytes
  }

  // MARK: Methods

  /// Returns what writes the members of the result.
  private func result(of request: MCPRequest) throws(MCPFault) -> (inout JSONWriter) -> Void {
    let members: (inout JSONWriter) -> Void
    switch request.method {
    case "initialize":
      let asked = request.parameters["protocolVersion"].text?.string
      let revision = MCPRevision.handshaken.first { $0 == asked } ?? MCPRevision.handshaken[0]
      return { json in
        json.member("protocolVersion", revision)
        MCPServer.writeCapabilities(to: &json)
        json.key("serverInfo")
        MCPServer.writeName(to: &json)
      }
    case "ping" where !request.isModern: return { _ in }
    case "server/discover":
      members = { json in
        json.key("supportedVersions")
        json.array(MCPRevision.all) { $0.string($1) }
        MCPServer.writeCapabilities(to: &json)
      }
    case "tools/list":
      members = { json in
        json.key("tools")
        json.array(MCPTool.all) { MCPServer.write($1, to: &$0) }
      }
    case "tools/call": members = try call(request.parameters)
    default: throw .unknownMethod(request.method)
    }
    guard request.isModern || request.method == "server/discover" else { return members }
    let isLasting = request.method != "tools/call"
    return { json in
      json.member("resultType", "complete")
      members(&json)
      if isLasting {
        // Neither changes while the program runs.
        json.member("ttlMs", 3_600_000)
        json.member("cacheScope", "public")
      }
      json.key("_meta")
      json.object { json in
        json.key(MCPRevision.namespace + "serverInfo")
        MCPServer.writeName(to: &json)
      }
    }
  }

  private static func writeName(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", "tasks")
      json.member("version", String(Tasks.version.dropFirst("tasks ".count)))
    }
  }

  private static func writeCapabilities(to json: inout JSONWriter) {
    json.key("capabilities")
    json.object { json in
      json.key("tools")
      json.object { _ in }
    }
    json.member("instructions", instructions)
  }

  private static func write(_ tool: MCPTool, to json: inout JSONWriter) {
    json.object { json in
      json.member("name", tool.name)
      json.member("description", tool.description)
      json.key("inputSchema")
      json.object { json in
        json.member("type", "object")
        json.key("properties")
        json.object { json in
          for parameter in tool.parameters {
            json.key(parameter.name)
            parameter.kind.writeSchema(help: parameter.help, to: &json)
          }
        }
        json.key("required")
        json.array(tool.parameters.filter(\.isRequired)) { $0.string($1.name) }
        json.member("additionalProperties", false)
      }
      json.key("annotations")
      json.object { json in
        json.member("readOnlyHint", tool.isReadOnly)
        json.member("destructiveHint", false)
        json.member("openWorldHint", tool.name == "sync")
      }
    }
  }

  // MARK: Tools

  private func call(_ parameters: JSONValue) throws(MCPFault) -> (inout JSONWriter) -> Void {
    guard let name = parameters["name"].text?.string else {
      throw .invalidParameters("there is no name of a tool")
    }
    guard let tool = MCPTool.all.first(where: { $0.name == name }) else {
      throw .invalidParameters("there is no tool '\(name)'")
    }
    let members: [JSONValue.Member]
    switch parameters["arguments"] {
    case .null: members = []
    case .object(let given): members = given
    default: throw .invalidParameters("arguments is no object")
    }
    let (texts, isError) = outcome(of: tool, MCPArguments(members: members))
    return { json in
      json.key("content")
      json.array(texts) { json, text in
        json.object { json in
          json.member("type", "text")
          json.member("text", text)
        }
      }
      json.member("isError", isError)
    }
  }

  /// Runs a tool. The texts are what it prints, and what it says besides; of a failure the message.
  private func outcome(of tool: MCPTool, _ arguments: MCPArguments) -> ([String], isError: Bool) {
    do {
      let call = try tool.call(arguments)
      let place = store.map { ["--store=\($0)"] } ?? []
      let words = call.words.prefix(1) + ["--json"] + place + call.words.dropFirst()
      let outcome = try ChildProcess(OwnProgram.path, Array(words)).run(
        input: call.input, heedsSignals: true)
      guard outcome.succeeded else { return ([MCPServer.message(of: outcome)], true) }
      let result = String(decoding: outcome.output, as: UTF8.self)
      return ([result, outcome.said].filter { !$0.isEmpty }, false)
    } catch let fault as MCPArguments.Fault {
      return ([fault.text], true)
    } catch {
      if let number = StoreError.interruption(error) { Interruption.die(of: number) }
      return ([CommandError(error).message], true)
    }
  }

  /// The message of a command that has failed, which prints it as JSON after anything else that it says.
  private static func message(of outcome: ChildProcess.Outcome) -> String {
    let last = outcome.said.split(separator: "\n").last.map { Array($0.utf8) } ?? []
    let message = (try? JSONValue(last))?["message"].text?.string ?? outcome.said
    return message.isEmpty ? "tasks ended with status \(outcome.status.code)" : message
  }
}

struct MCPCommand: Verb {
  static let names = "mcp"
  static let configuration = CommandConfiguration(
    of: MCPCommand.self, abstract: "Offer the store to agents by the Model Context Protocol.",
    discussion: """
      An MCP client starts it and talks to it over standard input and output; it ends with its input. Its tools are \
      \(MCPTool.all.map(\.name).joined(separator: " ")); they take what the verbs take, and answer what the verbs print \
      with --json. An agent that has a shell needs none of it: see tasks help agents.

        tasks mcp < /dev/null
        tasks mcp --store . < /dev/null
      """)

  @OptionGroup var options: GlobalOptions

  func run() throws { try MCPServer(store: options.store).run() }
}
