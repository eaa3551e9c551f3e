import ArgumentParser
import TasksCore
import TasksStore
import TasksTerminal

struct SquashCommand: Verb {
  static let names = "squash"
  static let configuration = CommandConfiguration(
    of: SquashCommand.self, abstract: "Join this device's commits that were not pushed.",
    discussion: """
      Runs of commits of this device become one commit each, which one undo reverses. Commits that were pushed, \
      merges, commits of others and what another branch or tag leads to are never touched. The tasks stay as \
      they are, and the reflog keeps the old commits. Without a remote it needs --yes.

        tasks squash --dry-run
        tasks squash
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions

  @Flag(name: .shortAndLong, help: "Join the commits though no remote tells which were pushed.")
  var yes = false

  func run() throws {
    let session = try Session(options)
    let squash = try Squash(in: session.openStore())
    if try !yes && !write.dryRun && !squash.hasRemote {
      throw CommandError(
        "no remote tells what was pushed, so the whole history of this device would be joined; "
          + "see with --dry-run what that is, and add --yes to do it", code: .usage)
    }
    let answer = try squash.run(dryRun: write.dryRun)
    if answer.runs.isEmpty {
      Conversation.say("there are no two commits to join: only this device's unpushed ones are")
    }
    try session.print(answer) { output in
      for run in answer.runs {
        let verb = run.commit.map { "joined in \($0.prefix(8))" } ?? "would be joined"
        output.line("\(verb): \(run.commits.count) commits")
        for commit in run.commits {
          let subject = ControlCharacters.escaped(Text(commit.subject))
          output.line("  \(commit.id.prefix(8))  \(subject)")
        }
      }
    }
    if !answer.runs.isEmpty, !write.dryRun {
      Conversation.say("to have the old commits back: tasks git reset --soft HEAD@{1}")
    }
  }
}

extension SquashResult: Answer {
  package var kind: String { "squash" }

  package func write(to json: inout JSONWriter) {
    json.array(runs) { json, run in
      json.object { json in
        json.member("commit", run.commit)
        json.key("commits")
        json.array(run.commits) { json, commit in
          json.object { json in
            json.member("commit", commit.id)
            json.member("subject", commit.subject)
          }
        }
      }
    }
  }
}
