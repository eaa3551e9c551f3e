import Foundation
import TestSupport
import Testing

/// What .ci/package has made: the folder that `TASKS_PACKAGE` names.
@Suite struct PackageTests {
  static let folder = ProcessInfo.processInfo.environment["TASKS_PACKAGE"]

  private func package(_ ending: String) throws -> String {
    let folder = URL(fileURLWithPath: try #require(Self.folder)).path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return folder + "/" + (try #require(names.first { $0.hasSuffix(ending) }))
  }

  @Test(.enabled(if: folder != nil, "TASKS_PACKAGE names no folder"))
  func theTarballIsComplete() throws {
    let world = try World()
    let archive = try package(".tar.gz")
    try world.write("", to: "unpacked/.keep")
    try #require(
      world.run("tar", ["-xzf", archive, "-C", "unpacked", "--strip-components=1"]).status == 0)
    try InstallTests.check(world, prefix: world.path("unpacked"))
    let version = try world.run(world.path("unpacked/bin/tasks"), ["--version"]).output
    let form = try Regex(#"tasks [^ ]+ \([0-9a-f]{7,40}(-dirty)?, \d{4}-\d{2}-\d{2}\)\n"#)
    #expect(version.wholeMatch(of: form) != nil, "\(version)")
    let number = version.split(separator: " ")[1]
    #expect(archive.contains("tasks-\(number)-"))
  }

  @Test(.enabled(if: folder != nil, "TASKS_PACKAGE names no folder"))
  func theDebianPackageIsComplete() throws {
    let world = try World()
    let archive = try package(".deb")
    try #require(world.run("dpkg-deb", ["-x", archive, "unpacked"]).status == 0)
    try InstallTests.check(world, prefix: world.path("unpacked/usr"))
    let completion = world.path("unpacked/usr/share/zsh/vendor-completions/_tasks")
    #expect(FileManager.default.fileExists(atPath: completion))
    // Every file has the time of the commit.
    let times = try world.run("find", ["unpacked", "!", "-type", "d", "-printf", "%Ts\n"]).output
    #expect(Set(times.split(separator: "\n")).count == 1)
    try #require(world.run("dpkg-deb", ["-e", archive, "unpacked/DEBIAN"]).status == 0)
    let sums = try world.run("md5sum", ["--quiet", "-c", "DEBIAN/md5sums"], in: "unpacked")
    #expect(sums.status == 0, "\(sums.output)")
  }
}
