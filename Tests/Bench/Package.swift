// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

// It runs programs and shares no code with what it measures.
let package = Package(
  name: "bench",
  platforms: [.macOS(.v15)],
  targets: [
    .executableTarget(
      name: "measure", cSettings: [.treatAllWarnings(as: .error)],
      linkerSettings: [
        .unsafeFlags(["-static-executable", "-nostartfiles"], .when(platforms: [.linux]))
      ]),
    .executableTarget(
      name: "tasks-bench", dependencies: ["measure"], swiftSettings: strict),
    .testTarget(
      name: "BenchTests", dependencies: ["tasks-bench"], path: "Tests", swiftSettings: strict),
  ]
)
