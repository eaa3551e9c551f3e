/// A command line to run to its end.
struct Command {
  /// An absolute path.
  let program: String
  let arguments: [String]
  /// Environment variables in addition to those of the workshop.
  var variables: [String: String] = [:]
  /// The file for standard input; nil for empty input.
  var input: String?
  /// The exit status that means success.
  var status: Int32 = 0

  init(
    _ program: String, _ arguments: [String], variables: [String: String] = [:],
    input: String? = nil
  ) {
    self.program = program
    self.arguments = arguments
    self.variables = variables
    self.input = input
  }

  var text: String { ([program] + arguments).joined(separator: " ") }
}
