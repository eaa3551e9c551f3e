import Foundation
import TestSupport

/// Programs of Debian's Python as independent readers of our files.
package enum PythonJudge {
  /// Runs a program of Python on a file, whose path is its argument, and returns what it prints.
  package static func run(_ program: String, input: [UInt8], package: String) throws -> String {
    let world = try World()
    let file = world.path("input")
    try Data(input).write(to: URL(fileURLWithPath: file))
    return try Judge.run("/usr/bin/python3", ["-c", program, file], in: world, package: package)
  }
}
