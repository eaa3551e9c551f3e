import Platform
import TasksCore
import TasksTerminal

/// The answers to what a template asks for: those of `--set`, and those that are typed on the terminal.
struct TemplateAnswers {
  let template: Template
  let prompts: [TemplatePrompt]
  let now: Timestamp

  /// Returns the answers by the names of the prompts.
  ///
  /// - Throws: `usage` for a `--set` that answers nothing, and off a terminal for prompts without an answer, but
  ///   those for tags, of which there are none then.
  func read(_ settings: [String]) throws -> [String: String] {
    var answers: [String: String] = [:]
    for setting in settings {
      let (prompt, answer) = try split(setting)
      try check(answer, prompt)
      answers[prompt.name] = answer
    }
    let isTerminal = isatty(0) == 1 && isatty(2) == 1
    for prompt in prompts where prompt.kind == .tags && !isTerminal && answers[prompt.name] == nil {
      answers[prompt.name] = ""
    }
    let missing = prompts.filter { answers[$0.name] == nil }
    guard !missing.isEmpty else { return answers }
    guard isTerminal else {
      let options = missing.map { "--set '\(shown($0.name))=…'" }.joined(separator: " ")
      throw CommandError(
        "the template '\(shown(template.name))' asks for \(missing.map { shown($0.name) }.joined(separator: ", ")); "
          + "answer with \(options)", code: .usage)
    }
    for prompt in missing { answers[prompt.name] = try ask(prompt) }
    return answers
  }

  private func shown(_ text: String) -> String { ControlCharacters.escaped(Text(text)) }

  /// Finds the prompt that a `--set` answers. Its name may have a `=`.
  private func split(_ setting: String) throws(CommandError) -> (TemplatePrompt, String) {
    let lower = setting.lowercased()
    let found = prompts.filter { lower.hasPrefix($0.name.lowercased() + "=") }
      .max { $0.name.count < $1.name.count }
    if let found { return (found, String(setting.dropFirst(found.name.count + 1))) }
    guard let sign = setting.firstIndex(of: "=") else {
      throw CommandError("'\(setting)' has no =; write it as --set PROMPT=VALUE", code: .usage)
    }
    let name = String(setting[..<sign])
    let near = NearestWord.to(name, among: prompts.map(\.name))
    let asked = prompts.map { shown($0.name) }.joined(separator: ", ")
    throw CommandError(
      "the template '\(shown(template.name))' does not ask for '\(name)'"
        + (near.map { "; did you mean '\(shown($0))'?" }
          ?? (asked.isEmpty ? ", nor for anything else" : "; it asks for \(asked)")),
      code: .usage)
  }

  private func check(_ answer: String, _ prompt: TemplatePrompt) throws(InputError) {
    try prompt.check(answer, now: now)
    try template.check(answer, for: prompt.name, now: now)
  }

  /// Asks until the answer can be used.
  ///
  /// - Throws: `failed` at the end of the input.
  private func ask(_ prompt: TemplatePrompt) throws -> String {
    var question = shown(prompt.name)
    if !prompt.choices.isEmpty {
      question += " (\(prompt.choices.map(shown).joined(separator: ", ")))"
    }
    if !prompt.initial.isEmpty { question += " [\(shown(prompt.initial))]" }
    while true {
      Conversation.write(Array((question + ": ").utf8))
      guard let answer = readLine() else {
        Conversation.write([0x0A])
        throw CommandError("nothing was added", code: .failed)
      }
      do throws(InputError) {
        if prompt.name == "title", answer.allSatisfy(\.isWhitespace) { throw .emptyTitle(nil) }
        try check(answer, prompt)
        return answer
      } catch {
        Conversation.say("\(error.message)\n\(error.hint ?? "")")
      }
    }
  }
}
