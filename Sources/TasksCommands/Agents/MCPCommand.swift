import ArgumentParser

struct MCPCommand: ParsableCommand {
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
