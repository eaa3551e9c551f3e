import Foundation
import TestSupport
import Testing

/// Other programs as independent readers of our files.
package enum Judge {
  /// Runs a judge in a folder of a world of its own, and returns what it prints.
  ///
  /// - Parameters:
  ///   - package: What has it, for whoever lacks it.
  ///   - zone: The time zone, if it is not that of the world.
  package static func run(
    _ program: String, _ arguments: [String], in world: World, package: String, zone: String? = nil
  ) throws -> String {
    let outcome = try world.run(
      program, arguments, environment: zone.map { ["TZ": $0] } ?? [:])
    try #require(
      outcome.status == 0,
      "\(package) must be there (.ci/need test installs it) and run: \(outcome)")
    return outcome.output
  }
}
