import TestSupport
import Testing

/// Files that a sparse checkout leaves out stay out when they come by a merge, as with git.
@Suite struct SparseCheckoutTests {
  @Test(arguments: [["tasks", "sync"], ["git", "pull"]], [true, false])
  func newFilesThatAreLeftOut(_ command: [String], isMerge: Bool) throws {
    let fleet = try Fleet("a", "b")
    try fleet.tasks("add", "Buy milk", on: "a")
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("sync", on: "b")
    try fleet.git("sparse-checkout", "set", "--no-cone", "/*", "!*secret*", on: "a")
    for title in ["A secret plan", "A plain plan"] { try fleet.tasks("add", title, on: "b") }
    try fleet.tasks("sync", on: "b")
    if isMerge { try fleet.tasks("add", "Call Bob", on: "a") }
    try fleet.run(command[0], Array(command.dropFirst()), on: "a")
    let files = try fleet.git("ls-files", "-t", on: "a").split(separator: "\n")
    #expect(files.contains { $0.hasPrefix("S ") && $0.contains("secret") }, "\(files)")
    #expect(files.contains { $0.hasPrefix("H ") && $0.contains("plain-plan") }, "\(files)")
    #expect(try fleet.tasks("list", on: "a").contains("A plain plan"))
    #expect(try !fleet.tasks("list", on: "a").contains("secret"))
    try fleet.expectClean("a")
  }
}
