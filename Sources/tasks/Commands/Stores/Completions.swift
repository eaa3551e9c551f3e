import ArgumentParser

struct Completions: ParsableCommand {
  static let configuration = CommandConfiguration(
    of: Completions.self,
    abstract: "Print a completion script for bash, zsh or fish.",
    discussion: """
      The script completes verbs, options, ids, tags, lists and states. To load it in every new shell:

        tasks completions bash > ~/.local/share/bash-completion/completions/tasks
        tasks completions fish > ~/.config/fish/completions/tasks.fish
        tasks completions zsh > ~/.zfunc/_tasks

      For zsh, ~/.zfunc must be on fpath before compinit runs.
      """)

  @Argument(help: "The shell: bash, zsh or fish.") var shell: Shell

  enum Shell: String, ExpressibleByArgument, CaseIterable { case bash, zsh, fish }

  func run() throws {
    try Output.print(Tasks.completionScript(for: completionShell))
  }

  private var completionShell: CompletionShell {
    switch shell {
    case .bash: .bash
    case .zsh: .zsh
    case .fish: .fish
    }
  }
}

struct Suggest: ParsableCommand {
  static let configuration = CommandConfiguration(
    of: Suggest.self, abstract: "Print words for completion; shells call this.",
    shouldDisplay: false)

  @OptionGroup var options: GlobalOptions
  @Argument(help: "The kinds of words.") var kinds: [Suggestion.Kind]

  func run() throws { try SuggestRequest(kinds: kinds).run(in: Session(options)) }
}
