import Foundation
import Testing

/// Programs of Debian's Python as independent readers of our files.
package enum PythonJudge {
  /// Runs a program of Python with an input, and returns what it prints.
  package static func run(_ program: String, input: [UInt8], package: String) throws -> String {
    try withFolder { folder in
      let file = folder.appendingPathComponent("input")
      try Data(input).write(to: file)
      return try run(
        "/usr/bin/python3", ["-c", program, file.path], in: folder, package: package)
    }
  }

  package static func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("python-judge-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }

  package static func run(
    _ path: String, _ arguments: [String], in folder: URL, package: String
  ) throws -> String {
    let (output, errors) = (
      folder.appendingPathComponent("output"), folder.appendingPathComponent("errors")
    )
    for file in [output, errors] { try Data().write(to: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = [
      "HOME": folder.path, "TZ": "Europe/Prague", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin",
    ]
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    let said = try String(decoding: Data(contentsOf: errors), as: UTF8.self)
    try #require(
      process.terminationStatus == 0,
      "\(package) must be there (.ci/need test installs it): \(said)")
    return try String(decoding: Data(contentsOf: output), as: UTF8.self)
  }
}
