/// What is known of the lines of a text of Markdown, by their numbers from 0.
struct ScannedLines {
  /// The column in which the text of each line begins that is code because it is indented so far.
  var codeColumns: [Int: Int] = [:]
  /// The column of the bullet outside of whose item a line stands, though it may be indented deeper.
  var edges: [Int: Int] = [:]
  /// Those of blocks of HTML, the first of each left out.
  var html: Set<Int> = []
  /// By the line with the fence that opens a block of code: how many lines of it follow, and whether the last of them
  /// closes it.
  var fences: [Int: (count: Int, isClosed: Bool)] = [:]
  /// Those that go on with a paragraph however they begin, as they are indented too far for anything else.
  var continued: Set<Int> = []
}
