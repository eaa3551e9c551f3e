import Platform
import TasksStore
import TasksTerminal

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
