import Platform

/// Another program, run without a shell.
package struct Program {
  let path: String
  package let arguments: [String]
  var folder: String?
  var environment: [String: String?]

  package init(
    _ path: String, _ arguments: [String], folder: String? = nil,
    environment: [String: String?] = [:]
  ) {
    self.path = path
    self.arguments = arguments
    self.folder = folder
    self.environment = environment
  }

  /// Runs it on the terminal; returns its exit status.
  ///
  /// - Parameter input: Its standard input; nil for the terminal.
  package func runOnTerminal(input: [UInt8]? = nil) throws(StoreError) -> Int32 {
    do throws(SystemError) {
      let file = input.map { AnonymousTempFile($0) }
      return try withExtendedLifetime(file) { () throws(SystemError) in
        try child.runOnTerminal(input: file?.file).code
      }
    } catch {
      throw StoreError(error)
    }
  }

  package func run() throws(StoreError) -> (status: Int32, output: [UInt8], errors: [UInt8]) {
    do throws(SystemError) {
      let outcome = try child.run()
      return (outcome.status.code, outcome.output, outcome.errors)
    } catch {
      throw StoreError(error)
    }
  }

  private var child: ChildProcess {
    ChildProcess(path, arguments, folder: folder, environment: environment)
  }
}
