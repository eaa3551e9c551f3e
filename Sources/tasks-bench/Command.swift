/// A program to run to its end.
struct Command {
  /// An absolute path.
  let program: String
  let arguments: [String]
  /// Beside those of the workshop.
  var variables: [String: String] = [:]
  /// The file that is its standard input; nil: an empty one.
  var input: String?
  /// What it ends with when all is well.
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
