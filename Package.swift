// swift-tools-version: 6.2
import PackageDescription

/// On Linux a release is one static file: it starts in a fraction of the time. `TASKS_DYNAMIC=1 swift build -c
/// release` links the system's libraries instead.
let isStatic =
  Context.environment["TASKS_DYNAMIC"] == nil && Context.environment["TASKS_FUZZ"] == nil
let release: BuildSettingCondition = .when(configuration: .release)
let staticRelease: BuildSettingCondition = .when(platforms: [.linux], configuration: .release)
let staticC: [CSetting] = isStatic ? [.define("TASKS_STATIC", staticRelease)] : []

/// A release is stripped, so it is compiled without what is for debuggers.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error), .unsafeFlags(["-Xfrontend", "-gnone"], release),
]
/// Where nothing is hot, small code compiles sooner than fast code.
let small: [SwiftSetting] = strict + [.unsafeFlags(["-Osize"], release)]
/// Tests run once: they link the modules of the release, and are not optimized themselves. Without whole modules, two
/// compilers share the files of a target.
let test: [SwiftSetting] =
  strict + [
    .unsafeFlags(["-Onone", "-no-whole-module-optimization", "-enable-batch-mode"], release)
  ]

// A target names all modules that it sees, not only the next ones: SwiftPM compiles anew what names a module that has
// changed, and what sees a module through another one would keep the layout of its values as it was.
let core: [Target.Dependency] = ["TasksCore"]
let planning = core + ["TasksPlanning"]
let store = core + ["Git", "Platform", "Templates", "TasksStore"]
let sync = store + ["TasksPlanning", "TasksExchange", "TasksSync"]
let dav = store + ["TasksPlanning", "TasksExchange"]
let web = sync + ["TasksDAV", "TasksReminders", "TasksWeb"]
let coreTests = core + ["Git", "Platform", "CoreTestSupport", "TestSupport"]
let commands = sync + ["TasksReminders", "TasksTerminal", "TasksCommands"]
let screen = sync + ["TasksTerminal", "TasksUI"]

/// The settings of the linker for a program of one static file.
func program(_ libraries: [String]) -> [LinkerSetting] {
  guard isStatic else { return [] }
  return [.unsafeFlags(["-static-executable", "-Xlinker", "--strip-all"], staticRelease)]
    + libraries.map { .linkedLibrary($0, staticRelease) }
}

let package = Package(
  name: "tasks",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "tasks", targets: ["tasks"]),
    .executable(name: "tasks-web", targets: ["tasks-web"]),
  ],
  dependencies: [
    // CNoFoundation has what this version asks of Foundation.
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    // Libraries of the system, and what the static program has in place of parts of them.
    .systemLibrary(
      name: "Clibgit2", pkgConfig: "libgit2",
      providers: [.apt(["libgit2-dev"]), .brew(["libgit2"])]),
    .systemLibrary(
      name: "CPCRE2", pkgConfig: "libpcre2-8",
      providers: [.apt(["libpcre2-dev"]), .brew(["pcre2"])]),
    .systemLibrary(
      name: "CPushCrypto", providers: [.apt(["libmbedtls-dev"]), .brew(["mbedtls"])]),
    .target(
      name: "Clibgit2Network", cSettings: staticC,
      linkerSettings: isStatic
        ? ["http_parser", "mbedcrypto", "pcre2-8", "z"].map { .linkedLibrary($0, staticRelease) }
        : []),
    .target(name: "CNoRandom", cSettings: staticC),
    .target(name: "CNoCurl", cSettings: staticC),
    .target(name: "CNoFoundation", cSettings: staticC),
    // What `tasks --version` prints in a build of .ci/package: beside `main`, so that it compiles nothing else anew.
    .target(
      name: "CBuild",
      cSettings: Context.environment["TASKS_BUILD"].map {
        [.define("TASKS_BUILD", to: "\"\($0)\"")]
      } ?? []),

    // Functions without a system: SHA-256, sines.
    .target(name: "CPure"),
    // The system: files, processes, threads, hashes.
    .target(name: "CPlatform"),
    .target(name: "CLocalTime"),
    .target(name: "Platform", dependencies: ["CPlatform", "CPure"], swiftSettings: strict),
    // git's repositories: its index and objects in code of our own, the rest through libgit2 and git.
    .target(
      name: "Git", dependencies: ["Platform", "Clibgit2", "Clibgit2Network"],
      swiftSettings: strict),
    // The files of a new store and of services, in the program.
    .target(
      name: "Templates",
      path: "Templates",
      resources: [
        .embedInCode("store"), .embedInCode("capture"), .embedInCode("push"), .embedInCode("units"),
      ],
      swiftSettings: small),
    // Tasks and their files, pure: one module, since its inner loops call each other.
    .target(
      name: "TasksCore", dependencies: ["CLocalTime", "CPCRE2", "CPure"], swiftSettings: strict),
    // Days and moments: agenda, alerts, statistics.
    .target(name: "TasksPlanning", dependencies: core, swiftSettings: strict),
    // The formats of others.
    .target(name: "TasksExchange", dependencies: planning, swiftSettings: small),
    // A store on disk: reading, changes, merges, history.
    .target(
      name: "TasksStore", dependencies: core + ["Git", "Platform", "Templates"],
      swiftSettings: strict),
    // A store and other places: remotes, folders, phones, imports, calendars.
    .target(
      name: "TasksSync", dependencies: store + ["TasksPlanning", "TasksExchange"],
      swiftSettings: small),
    // CalDAV without a server: requests and answers as values.
    .target(name: "TasksDAV", dependencies: dav, swiftSettings: small),
    // Reminders that arrive: ledger, notifiers, push.
    .target(
      name: "TasksReminders", dependencies: store + ["TasksPlanning"], swiftSettings: small),
    // What a terminal shows.
    .target(
      name: "TasksTerminal", dependencies: planning + ["Platform"], swiftSettings: strict),
    // The client that paints the whole terminal.
    .target(
      name: "TasksUI", dependencies: sync + ["TasksReminders", "TasksTerminal"],
      swiftSettings: small),
    // The verbs.
    .target(
      name: "TasksCommands",
      dependencies: sync + [
        "TasksReminders", "TasksTerminal",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: small),
    .executableTarget(
      name: "tasks",
      dependencies: ["CBuild", "CNoFoundation", "CNoRandom"] + commands + ["TasksUI"],
      swiftSettings: strict, linkerSettings: program(["swiftSynchronization"])),
    // The page: a server, and so a program of its own.
    .target(
      name: "TasksWeb",
      dependencies: sync + [
        "CPushCrypto", "TasksDAV", "TasksReminders",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      resources: [.embedInCode("Page")],
      swiftSettings: small),
    .executableTarget(
      name: "tasks-web", dependencies: ["CNoCurl", "TasksWeb"], swiftSettings: strict,
      // What Foundation stands on, of which FlyingFox needs all.
      linkerSettings: program([
        "_CFURLSessionInterface", "CoreFoundation", "_FoundationICU", "_FoundationCollections",
        "_FoundationCShims", "swiftSynchronization", "stdc++",
      ])),

    .target(
      name: "TestSupport", dependencies: ["CPlatform"], path: "Tests/TestSupport",
      swiftSettings: test),
    // What holds for any bytes: the tests try the recorded ones, .ci/fuzz looks for others.
    .target(
      name: "FuzzLaws", dependencies: ["TasksCore", "TestSupport"], path: "Tests/Fuzz/FuzzLaws",
      swiftSettings: test),
    .target(
      name: "FuzzGitLaws", dependencies: ["Git", "Platform", "Clibgit2", "TestSupport"],
      path: "Tests/Fuzz/FuzzGitLaws", swiftSettings: test),
    .target(
      name: "FuzzDAVLaws", dependencies: dav + ["TasksDAV", "TestSupport"],
      path: "Tests/Fuzz/FuzzDAVLaws", swiftSettings: test),
    // Tasks as values for the tests: generators, laws of edits, other programs as judges.
    .target(
      name: "CoreTestSupport", dependencies: core + ["FuzzLaws", "Git", "Platform", "TestSupport"],
      path: "Tests/CoreTestSupport", swiftSettings: test),
    .target(
      name: "StoreTestSupport", dependencies: store + ["TestSupport"],
      path: "Tests/StoreTestSupport", swiftSettings: test),
    .testTarget(
      name: "GitTests", dependencies: ["FuzzGitLaws", "Git", "Platform", "TestSupport"],
      swiftSettings: test),
    .testTarget(
      name: "TasksCoreTests",
      dependencies: coreTests + ["FuzzLaws", .product(name: "Yams", package: "Yams")],
      swiftSettings: test),
    .testTarget(
      name: "TasksPlanningTests", dependencies: coreTests + ["TasksPlanning"], swiftSettings: test),
    .testTarget(
      name: "TasksExchangeTests", dependencies: coreTests + ["TasksPlanning", "TasksExchange"],
      swiftSettings: test),
    .testTarget(
      name: "TasksStoreTests", dependencies: store + ["StoreTestSupport", "TestSupport"],
      swiftSettings: test),
    .testTarget(
      name: "TasksSyncTests", dependencies: sync + ["StoreTestSupport", "TestSupport"],
      swiftSettings: test),
    .testTarget(
      name: "TasksDAVTests",
      dependencies: dav + [
        "TasksDAV", "CoreTestSupport", "FuzzDAVLaws", "StoreTestSupport", "TestSupport",
      ],
      swiftSettings: test),
    .testTarget(
      name: "TasksCommandsTests",
      dependencies: commands + [
        "CoreTestSupport", "TestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: test),
    .testTarget(
      name: "TasksUITests", dependencies: screen + ["StoreTestSupport", "TestSupport"],
      exclude: ["Screens"], swiftSettings: test),
    .testTarget(
      name: "TasksWebTests", dependencies: web + ["TestSupport"],
      exclude: ["browser", "caldav", "model"],
      swiftSettings: test),
    .testTarget(name: "SystemTests", dependencies: ["TestSupport"], swiftSettings: test),
  ]
)
// Programs that feed odd files to the readers; .ci/fuzz builds them.
if Context.environment["TASKS_FUZZ"] != nil {
  let library: [SwiftSetting] = [
    .treatAllWarnings(as: .error), .unsafeFlags(["-parse-as-library"]),
  ]
  // Coverage alone: how deep the stack is and what is compared differ from run to run. The laws are not what is
  // to be covered.
  let covered = [
    "-sanitize=fuzzer", "-sanitize-coverage=edge,inline-8bit-counters,pc-table",
    "-parse-as-library",
  ]
  for target in package.targets
  where ["TasksCore", "TasksPlanning", "TasksExchange", "TasksDAV", "Git"].contains(target.name) {
    target.swiftSettings = [.treatAllWarnings(as: .error), .unsafeFlags(covered)]
  }
  for target in package.targets
  where ["FuzzLaws", "FuzzGitLaws", "FuzzDAVLaws"].contains(target.name) {
    target.swiftSettings = library
  }
  package.targets.append(
    .target(name: "FuzzDriver", path: "Tests/Fuzz/FuzzDriver", swiftSettings: library))
  let programs = [
    ("FuzzLaws", ["FuzzOrg", "FuzzMarkdown", "FuzzWord"]),
    ("FuzzGitLaws", ["FuzzIndex", "FuzzTree", "FuzzCommit", "FuzzConfig"]),
    ("FuzzDAVLaws", ["FuzzXML", "FuzzTodo", "FuzzForeign", "FuzzKept"]),
  ]
  for (laws, names) in programs {
    package.targets += names.map { name in
      .executableTarget(
        name: name, dependencies: ["FuzzDriver", .byName(name: laws)], path: "Tests/Fuzz/\(name)",
        swiftSettings: library, linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])])
    }
  }
}
