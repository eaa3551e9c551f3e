import Testing

/// A file of the edit matrix, and what each edit changes in it.
struct EditMatrixFile: CustomTestStringConvertible {
  let path: String
  let text: String
  let changes: String

  var testDescription: String { path }

  static let all = org + markdown
}
