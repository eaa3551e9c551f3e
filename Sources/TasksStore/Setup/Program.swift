import Git
import Platform

/// Another program, run without a shell.
public struct Program {
  public let path: String
  public let arguments: [String]
  public var folder: String?
  public var environment: [String: String?]

  public init(
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
  public func runOnTerminal(input: [UInt8]? = nil) throws(StoreError) -> Int32 {
    do throws(SystemError) {
      let file = input.map { AnonymousTempFile($0) }
      return try withExtendedLifetime(file) { () throws(SystemError) in
        try child.runOnTerminal(input: file?.file).code
      }
    } catch {
      throw StoreError(error)
    }
  }

  /// Runs it and collects its output.
  public func run() throws(StoreError) -> (status: Int32, output: [UInt8], errors: [UInt8]) {
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
