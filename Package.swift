// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// The laws of TasksCore run thousands of cases: its debug build is optimized too, unless `TASKS_DEBUG=1` is set.
let optimized: [SwiftSetting] =
  Context.environment["TASKS_DEBUG"] == nil
  ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : []

/// On Linux a release is one static file: it starts in a fraction of the time. `TASKS_DYNAMIC=1 swift build -c
/// release` links the system's libraries instead.
let isStatic =
  Context.environment["TASKS_DYNAMIC"] == nil && Context.environment["TASKS_FUZZ"] == nil
let staticRelease: BuildSettingCondition = .when(platforms: [.linux], configuration: .release)

let package = Package(
  name: "tasks",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "tasks", targets: ["tasks"]),
    .executable(name: "tasks-web", targets: ["tasks-web"]),
    .executable(name: "tasks-bench", targets: ["tasks-bench"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    .systemLibrary(
      name: "Clibgit2",
      pkgConfig: "libgit2",
      providers: [.apt(["libgit2-dev"]), .brew(["libgit2"])]),
    .target(
      name: "Clibgit2Network",
      cSettings: isStatic ? [.define("TASKS_STATIC", staticRelease)] : [],
      linkerSettings: isStatic
        ? ["http_parser", "mbedcrypto", "pcre2-8", "z"].map { .linkedLibrary($0, staticRelease) }
        : []),
    // What `tasks --version` prints in a build of .ci/package.
    .target(
      name: "CPlatform",
      cSettings: Context.environment["TASKS_BUILD"].map {
        [.define("TASKS_BUILD", to: "\"\($0)\"")]
      } ?? []),
    .systemLibrary(
      name: "CPCRE2",
      pkgConfig: "libpcre2-8",
      providers: [.apt(["libpcre2-dev"]), .brew(["pcre2"])]),
    .target(name: "Platform", dependencies: ["CPlatform"], swiftSettings: strict),
    .target(
      name: "Git", dependencies: ["Platform", "Clibgit2", "Clibgit2Network"],
      swiftSettings: strict),
    .target(
      name: "Templates",
      path: "Templates",
      resources: [
        .embedInCode("store"), .embedInCode("capture"), .embedInCode("push"), .embedInCode("units"),
      ],
      swiftSettings: strict),
    .target(
      name: "TasksCore", dependencies: ["CPCRE2"], swiftSettings: strict + optimized),
    .target(
      name: "TasksStore",
      dependencies: ["TasksCore", "Git", "Platform", "Templates"],
      swiftSettings: strict),
    .target(
      name: "CNoRandom",
      cSettings: isStatic ? [.define("TASKS_STATIC", staticRelease)] : []),
    .executableTarget(
      name: "tasks",
      dependencies: [
        "CNoRandom", "TasksStore", "TasksCore", "Platform",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict,
      linkerSettings: isStatic
        ? [
          .unsafeFlags(["-static-executable", "-Xlinker", "--strip-all"], staticRelease),
          // What the little of Foundation in swift-argument-parser stands on.
          .linkedLibrary("_FoundationCollections", staticRelease),
          .linkedLibrary("_FoundationCShims", staticRelease),
          .linkedLibrary("swiftSynchronization", staticRelease),
        ] : []),
    .target(
      name: "CNoCurl",
      cSettings: isStatic ? [.define("TASKS_STATIC", staticRelease)] : []),
    .systemLibrary(
      name: "CPushCrypto", providers: [.apt(["libmbedtls-dev"]), .brew(["mbedtls"])]),
    .executableTarget(
      name: "tasks-web",
      dependencies: [
        "CNoCurl", "CPushCrypto", "TasksStore", "TasksCore", "Platform",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      resources: [.embedInCode("Page")],
      swiftSettings: strict,
      linkerSettings: isStatic
        ? [.unsafeFlags(["-static-executable", "-Xlinker", "--strip-all"], staticRelease)]
          // What Foundation stands on, of which FlyingFox needs all.
          + [
            "_CFURLSessionInterface", "CoreFoundation", "_FoundationICU", "_FoundationCollections",
            "_FoundationCShims", "swiftSynchronization", "stdc++",
          ].map { .linkedLibrary($0, staticRelease) } : []),
    .executableTarget(
      name: "tasks-bench", dependencies: ["TasksCore"], swiftSettings: strict,
      linkerSettings: isStatic
        ? [.unsafeFlags(["-static-executable", "-Xlinker", "--strip-all"], staticRelease)] : []),
    .target(
      name: "TestSupport", dependencies: ["CPlatform"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "TasksCoreTests",
      dependencies: [
        "TasksCore", "Git", "TestSupport", .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "GitTests", dependencies: ["Git", "Platform", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "TasksStoreTests", dependencies: ["TasksStore", "Platform", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "CommandTests", dependencies: ["tasks", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "WebTests",
      dependencies: ["tasks", "tasks-web", "TasksCore", "Platform", "TestSupport"],
      exclude: ["browser"],
      swiftSettings: strict),
    .testTarget(
      name: "SystemTests", dependencies: ["tasks", "tasks-bench", "TestSupport"],
      swiftSettings: strict),
  ]
)

// Programs that feed odd files to the readers; .ci/fuzz builds them.
if Context.environment["TASKS_FUZZ"] != nil {
  let library = strict + [.unsafeFlags(["-parse-as-library"])]
  // Coverage alone: how deep the stack is and what is compared differ from run to run. The laws are not what is
  // to be covered.
  let covered: [SwiftSetting] = [
    .unsafeFlags([
      "-sanitize=fuzzer", "-sanitize-coverage=edge,inline-8bit-counters,pc-table",
      "-parse-as-library",
    ])
  ]
  for target in package.targets where ["TasksCore", "Git"].contains(target.name) {
    target.swiftSettings = strict + covered
    // Its laws read what it does not make public.
    if target.name == "Git" { target.swiftSettings?.append(.unsafeFlags(["-enable-testing"])) }
  }
  package.targets += [
    .target(name: "FuzzDriver", path: "Tests/Fuzz/FuzzDriver", swiftSettings: library),
    .target(
      name: "FuzzLaws", dependencies: ["FuzzDriver", "TasksCore"], path: "Tests/Fuzz/FuzzLaws",
      swiftSettings: library),
    .target(
      name: "FuzzGitLaws", dependencies: ["FuzzDriver", "Git", "Platform", "Clibgit2"],
      path: "Tests/Fuzz/FuzzGitLaws", swiftSettings: library),
  ]
  let programs = [
    ("FuzzLaws", ["FuzzOrg", "FuzzMarkdown"]),
    ("FuzzGitLaws", ["FuzzIndex", "FuzzTree", "FuzzCommit", "FuzzConfig"]),
  ]
  for (laws, names) in programs {
    package.targets += names.map { name in
      .executableTarget(
        name: name, dependencies: ["FuzzDriver", .byName(name: laws)], path: "Tests/Fuzz/\(name)",
        swiftSettings: library, linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])])
    }
  }
}
