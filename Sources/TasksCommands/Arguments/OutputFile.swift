import Platform
import TasksTerminal

/// Where a command writes its result whole: a file that the user names, or standard output.
struct OutputFile {
  /// Absolute; nil for standard output.
  private let path: String?

  /// - Parameter name: As typed.
  init(_ name: String?, _ session: Session) {
    path = name.map { $0.hasPrefix("/") ? $0 : session.currentFolder + "/" + $0 }
  }

  func write(_ bytes: [UInt8]) throws {
    guard let path else { return try Output.write(bytes) }
    do throws(SystemError) {
      try File.write(bytes, to: path, followsLinks: true)
    } catch {
      throw CommandError(error.description, code: .failed)
    }
  }
}
