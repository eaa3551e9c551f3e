import Foundation

extension World {
  /// Runs a command of the shell on a pseudoterminal, without colours, and types lines into it, and then Ctrl-D, the end
  /// of the input.
  ///
  /// What is typed comes through a named pipe that stays open: script(1) waits two seconds where its input ends.
  package func onTerminal(
    _ line: String, typing lines: String = "", in place: String = "store",
    environment: [String: String?] = [:]
  ) throws -> Outcome {
    let outcome = try shell(
      #"""
      pipe=$(mktemp -u "$HOME/.typed-XXXXXX"); mkfifo "$pipe"; exec 3<>"$pipe"; rm "$pipe"
      printf "${TYPED:+%s\n}\004" ${TYPED:+"$TYPED"} >&3
      exec timeout 100 script -qefc "$LINE" /dev/null <&3 3<&-
      """#, in: place,
      environment: ["NO_COLOR": "1", "LINE": line, "TYPED": lines].merging(environment) { $1 })
    return Outcome(
      status: outcome.status, output: outcome.output.replacingOccurrences(of: "\r\n", with: "\n"),
      errors: outcome.errors)
  }
}
