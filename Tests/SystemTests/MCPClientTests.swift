import Foundation
import TestSupport
import Testing

/// The client of the Python package mcp, which `.ci/need test` installs, talks to `tasks mcp` in both revisions.
@Suite struct MCPClientTests {
  private static let script = """
    import asyncio, json, sys
    from mcp.client import Client
    from mcp.client.stdio import StdioServerParameters, stdio_client

    async def main(mode, program, environment):
        server = StdioServerParameters(command=program, args=["mcp"], env=environment, cwd="store")
        async with Client(stdio_client(server), mode=mode) as client:
            tools = (await client.list_tools()).tools
            async def call(name, **arguments):
                result = await client.call_tool(name, arguments)
                return result.is_error, result.content[0].text
            failed, added = await call("add", tasks=["Call Ann +phone due:fri", {"title": "Write"}])
            assert not failed, added
            first, second = json.loads(added)["tasks"]
            assert first["tags"] == ["phone"] and second["title"] == "Write"
            failed, done = await call("done", ids=[first["id"]], note="He paid.")
            assert not failed and json.loads(done)["tasks"][0]["done"], done
            failed, said = await call("show", ids=["zzz"])
            assert failed and said.startswith("no task has an id"), said
            print(client.protocol_version, client.server_info.name, len(tools))

    asyncio.run(main(sys.argv[1], sys.argv[2], json.loads(sys.argv[3])))
    """

  @Test(arguments: [("legacy", "2025-11-25"), ("auto", "2026-07-28")])
  func theClientWorks(mode: String, revision: String) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let python = root.path + "/.build/judges/bin/python3"
    try #require(
      FileManager.default.isExecutableFile(atPath: python), ".ci/need test installs \(python)")
    let world = try World.withSampleStore()
    try world.write(Self.script, to: "client.py")
    let environment = String(
      decoding: try JSONSerialization.data(withJSONObject: world.environment), as: UTF8.self)
    let outcome = try world.run(
      python, [world.path("client.py"), mode, World.tasks, environment])
    #expect(outcome.output == "\(revision) tasks 8\n", "\(outcome.errors)")
  }
}
