import Platform
import TasksStore

/// The program that `tasks web` starts.
package enum WebProgram {
  package static func run() -> Never {
    _Concurrency.Task.detached { await serve() }
    // An asynchronous main would end its own thread, and in a static program the search for what is to be unwound then
    // takes longer than all else at the start.
    while true { pause() }
  }

  private static func serve() async {
    do {
      let options = try ServerOptions(Array(CommandLine.arguments.dropFirst()))
      let settings = try UserSettings(variable: Machine.variable)
      let access = StoreAccess(
        root: try root(options), program: try program(),
        clock: try WallClock(variable: Machine.variable))
      // Fails now and not at the first request.
      try await access.open { _ in }
      try await WebServer(
        access: access, options: options, origins: settings.webOrigins(),
        syncMinutes: settings.webSyncMinutes()
      ).run()
    } catch let fault as ServerOptions.Fault {
      fail(fault.message, code: 2)
    } catch {
      let failure = WebFailure(error)
      fail(failure.message, code: failure.name == "store" ? 7 : 1)
    }
  }

  private static func root(_ options: ServerOptions) throws -> String {
    guard let folder = getcwd(nil, 0) else {
      throw StoreError.invalid("the current folder no longer exists; change to another one")
    }
    defer { free(folder) }
    let found = StoreLocation.find(
      option: options.store, currentFolder: String(cString: folder), variable: Machine.variable)
    guard let found else {
      throw StoreError.invalid("there is no store here, and HOME is not set; name one with --store")
    }
    return found.path
  }

  /// The program `tasks`: beside this one, as both are installed together, or on PATH.
  private static func program() throws -> String {
    let own = OwnProgram.path
    let folder = own.lastIndex(of: "/").map { String(own[..<$0]) } ?? "."
    let folders = [folder] + (Machine.variable("PATH") ?? "").split(separator: ":").map(String.init)
    guard let found = folders.lazy.map({ $0 + "/tasks" }).first(where: File.isExecutable) else {
      throw StoreError.invalid("the program tasks is neither beside tasks-web nor on PATH")
    }
    return found
  }

  private static func fail(_ message: String, code: Int32) -> Never {
    let line = Array("tasks-web: \(message)\n".utf8)
    _ = line.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    exit(code)
  }
}
