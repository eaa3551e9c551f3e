import Foundation
import TestSupport
import Testing

/// Real shells complete lines of `tasks` with the scripts that it prints.
@Suite struct ShellTests {
  private static let path: String =
    URL(fileURLWithPath: World.tasks).deletingLastPathComponent().path

  /// A world with the sample store, in which each shell finds the program and its script.
  private static func world() throws -> World {
    let world = try World.withSampleStore()
    world.environment["PATH"] = "\(path):\(world.environment["PATH"] ?? "")"
    world.environment["TERM"] = "xterm"
    world.environment["NO_COLOR"] = "1"
    world.environment["ZDOTDIR"] = world.path("zsh")
    try world.write(try world.tasks("completions", "bash").output, to: "bashrc")
    try world.write(try world.tasks("completions", "zsh").output, to: "zsh/functions/_tasks")
    try world.write(
      "fpath=(\(world.path("zsh/functions")) $fpath)\nautoload -U compinit\ncompinit -u -D\n",
      to: "zsh/.zshrc")
    try world.write(
      try world.tasks("completions", "fish").output, to: "config/fish/completions/tasks.fish")
    return world
  }

  @Test func bashCallsTheFunction() throws {
    let world = try Self.world()
    func offered(_ line: String) throws -> [String] {
      // As bash does it: the word to be completed is what follows the last word break.
      let script = #"""
        source "$HOME/bashrc"
        COMP_WORDBREAKS=$' \t\n"\'@><=;|&(:' COMP_TYPE=9 COMP_LINE=$1 COMP_POINT=${#1}
        COMP_WORDS=(${1//:/ : }) COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _tasks tasks "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
        ((${#COMPREPLY[@]})) && printf '%s\n' "${COMPREPLY[@]}"
        """#
      return try world.run(
        "bash", ["--norc", "-c", script, "bash", line], in: "store"
      ).output.split(separator: "\n").map(String.init)
    }
    #expect(try offered("tasks list list:w") == ["work"])
    #expect(
      try offered("tasks add Lunch due:to") == [
        "today     Fri 2026-11-20", "tomorrow  Sat 2026-11-21",
      ])
    #expect(try offered("tasks done milk") == ["2cc"])
    #expect(try offered("tasks done ").count == 3)
    #expect(try offered("tasks done ").first == "1bb  Call Bob about the invoice")
    #expect(try offered("tasks ref") == ["refile"])
    #expect(try offered("tasks done --dr") == ["--dry-run"])
    #expect(try offered("tasks list prop.V") == ["prop.VENDOR:"])
    #expect(try offered("tasks init .t") == [".tasks"])
  }

  @Test func fishOffers() throws {
    let world = try Self.world()
    func offered(_ line: String) throws -> [String] {
      try world.run("fish", ["-c", "complete -C '\(line)'"], in: "store").output
        .split(separator: "\n").map(String.init)
    }
    #expect(
      try offered("tasks done ") == [
        "1bb\tCall Bob about the invoice", "2cc\tBuy milk", "3dd\tWater the plants",
      ])
    #expect(try offered("tasks list list:w") == ["list:work\t1 open"])
    #expect(try offered("tasks list +").contains("+errand\t1 open"))
    #expect(try offered("tasks add due:tom") == ["due:tomorrow\tSat 2026-11-21"])
    #expect(try offered("tasks ref") == ["refile\tMove tasks to another list"])
    #expect(try offered("tasks state 2cc W") == ["WAIT\topen"])
    #expect(
      try offered("tasks done the") == [
        "2026-11/call-bob-1bbbbbbbbbbbbbbb.org\tCall Bob about the invoice",
        "2026-11/water-the-plants-3ddddddddddddddd.org\tWater the plants",
      ])
  }

  /// The tab key in an interactive shell on a pseudoterminal, and what the completed lines then do.
  @Test(arguments: ["bash", "zsh", "fish"]) func tabKey(shell: String) throws {
    let world = try Self.world()
    let command =
      shell == "bash" ? "bash --noprofile --rcfile \(world.path("bashrc")) -i" : "\(shell) -i"
    let lines = [
      "tasks done mil\t", "tasks mod\t1b\tlist:ho\tdue:tom\t", "tasks note wate\tThirsty.",
      "tasks add Lunch @of\tpare\tinvoi\t", "exit",
    ]
    let outcome = try world.onTerminal(command, typing: lines.joined(separator: "\n"))
    let found = try world.tasks(
      "list", "--all", "--format", "{state}|{title}|{list}|{due}|{tags}|{parent}", in: "store"
    ).output
    #expect(
      found == """
        TODO|Call Bob about the invoice|home|2026-11-21|phone @office|
        DONE|Buy milk|home||errand|
        NEXT|Water the plants|home|||
        DONE|Pay rent|||errand|
        TODO|Lunch|||@office|1bbbbbbbbbbbbbbb

        """, "\(outcome.output)")
    let note = try world.tasks("show", "3dd", in: "store").output
    #expect(note.contains("Thirsty."), "\(outcome.output)")
  }
}
