import ArgumentParser
import Platform
import TasksStore
import TasksTerminal

struct Completions: Verb {
  static let names = "completions"
  static let configuration = CommandConfiguration(
    of: Completions.self,
    abstract: "Print a completion script for bash, zsh or fish.",
    discussion: """
      The script completes commands, options, tasks by their ids or by a word of their titles, tags, lists, states, \
      dates, views and settings. To load it in every new shell:

        tasks completions bash > ~/.local/share/bash-completion/completions/tasks
        tasks completions fish > ~/.config/fish/completions/tasks.fish
        tasks completions zsh > ~/.zfunc/_tasks

      For zsh, ~/.zfunc must be on fpath before compinit runs.
      """)

  @Argument(
    help: "The shell: bash, zsh or fish; without one, which of them complete tasks is shown.")
  var shell: Shell?

  /// A shell with its script. The scripts hand the line to `tasks suggest` and show what it prints; what can be
  /// offered, the program alone knows.
  enum Shell: String, ExpressibleByArgument, CaseIterable {
    case bash, zsh, fish

    /// The one for bash also works in bash 3.2, the one of macOS, which has neither `compopt` nor `nosort`.
    var script: String {
      switch self {
      case .bash:
        #"""
        # bash completion for tasks
        _tasks() {
          local line
          COMPREPLY=()
          while IFS= read -r line; do
            COMPREPLY+=("$line")
          done < <(command tasks suggest bash "$COMP_TYPE" "$COMP_WORDBREAKS" "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
          if [[ ${COMPREPLY[0]} == / || ${COMPREPLY[0]} == ./ ]]; then
            local IFS=$'\n' kind=-f
            [[ ${COMPREPLY[0]} == / ]] && kind=-d
            COMPREPLY=($(compgen $kind -- "$2"))
            compopt -o filenames 2>/dev/null
          elif [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[:.] ]]; then
            compopt -o nospace 2>/dev/null
          fi
        }
        complete -o nosort -F _tasks tasks 2>/dev/null || complete -F _tasks tasks

        """#
      case .zsh:
        #"""
        #compdef tasks
        _tasks() {
          local tab=$'\t' line
          local -a lines texts shown open opened
          lines=("${(@f)$(command tasks suggest zsh "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
          [[ -n $lines ]] || return 1
          if [[ $lines == / || $lines == ./ ]]; then
            if [[ $lines == / ]]; then _files -/; else _files; fi
            return
          fi
          for line in $lines; do
            if [[ ${line%%$tab*} == *[:.] ]]; then
              open+=("${line%%$tab*}")
              opened+=("${line#*$tab}")
            else
              texts+=("${line%%$tab*}")
              shown+=("${line#*$tab}")
            fi
          done
          (( $#texts )) && compadd -U -l -V tasks -d shown -a texts
          (( $#open )) && compadd -U -l -V tasks -S '' -d opened -a open
          # Several tasks with the word in their titles: shown, and what was typed stays.
          if (( $#lines > 1 )) && [[ ${(L)lines[1]} != "${(L)${(Q)PREFIX}}"* ]]; then
            compstate[insert]=
            compstate[list]='list force'
          fi
          return 0
        }
        if [[ $funcstack[1] == _tasks ]]; then
          _tasks "$@"
        else
          compdef _tasks tasks
        fi

        """#
      case .fish:
        #"""
        # fish completion for tasks
        function __tasks_offered
            set -l typed (commandline -opc)
            set -l token (commandline -ct)
            set -l word (string unescape -- $token)
            or set word (string trim -l -c '\'"' -- $token)
            set -l lines (command tasks suggest fish $typed[2..] "$word" 2>/dev/null)
            if test "$lines" = /
                __fish_complete_directories "$word"
            else if test "$lines" = ./
                __fish_complete_path "$word"
            else
                string join -- \n $lines
            end
        end
        complete -c tasks -f -k -a '(__tasks_offered)'

        """#
      }
    }
  }

  static func complete(_ line: inout Completion) {
    if line.place == 0 { line.offer(Shell.allCases.map(\.rawValue)) }
  }

  func run() throws {
    if let shell { return try Output.write(Array(shell.script.utf8)) }
    try Doctor.show(
      DoctorAnswer(Shell.allCases.map { ShellSetup($0).finding }), Session(store: nil))
  }
}

package struct Suggest: Verb {
  package static let names = "suggest"
  package static let configuration = CommandConfiguration(
    of: Suggest.self, abstract: "Print words for completion; shells call this.",
    shouldDisplay: false)

  @Argument(parsing: .captureForPassthrough, help: "The shell, and the words typed so far.")
  package var words: [String] = []

  package init() {}

  package func run() throws { try SuggestRequest(words: words).run(in: Session()) }
}

/// Whether a shell completes the words of `tasks`, and how to let it.
struct ShellSetup {
  let shell: Completions.Shell
  /// The file that the shell reads; nil if it is in none of the usual places.
  let file: String?
  /// The command that makes the file.
  let cure: String

  init(_ shell: Completions.Shell) {
    self.shell = shell
    let home = Machine.variable("HOME") ?? ""
    let data = Machine.variable("XDG_DATA_HOME") ?? home + "/.local/share"
    let config = Machine.variable("XDG_CONFIG_HOME") ?? home + "/.config"
    // Where the program is installed, its completions are beside it.
    let own = OwnProgram.path.split(separator: "/").dropLast(2).map { "/" + $0 }.joined()
    let shares = [own + "/share", data, "/usr/local/share", "/usr/share"]
    let (names, usual): ([String], String) =
      switch shell {
      case .bash:
        (["bash-completion/completions/tasks"], data + "/bash-completion/completions/tasks")
      case .zsh:
        (["zsh/site-functions/_tasks", "zsh/vendor-completions/_tasks"], home + "/.zfunc/_tasks")
      case .fish:
        (["fish/vendor_completions.d/tasks.fish"], config + "/fish/completions/tasks.fish")
      }
    file = (shares.flatMap { share in names.map { "\(share)/\($0)" } } + [usual])
      .first { File.kind(File.realPath($0)) == .regular }
    let short =
      !home.isEmpty && usual.hasPrefix(home + "/") ? "~" + usual.dropFirst(home.count) : usual
    cure =
      "tasks completions \(shell.rawValue) > \(short)"
      + (shell == .zsh ? ", and in ~/.zshrc before compinit: fpath+=~/.zfunc" : "")
  }

  /// The user's own shell; nil for one without completions.
  static var own: ShellSetup? {
    let name = Machine.variable("SHELL")?.split(separator: "/").last.map(String.init)
    return name.flatMap { Completions.Shell(rawValue: $0) }.map { ShellSetup($0) }
  }

  var finding: Finding {
    Finding(
      subject: "shell", state: .fine,
      message: file.map { "\(shell.rawValue) completes tasks by \($0)" }
        ?? "\(shell.rawValue) does not complete tasks yet", advice: file == nil ? cure : nil)
  }
}
