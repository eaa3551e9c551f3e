/// Facts about the lines of a Markdown text, keyed by line number from 0.
struct LineFacts {
  /// Lines of indented code, with the column at which the code begins.
  var codeColumns: [Int: Int] = [:]
  /// The line of the list item that a line is in; for the first line of an item, of the item around it.
  var items: [Int: Int] = [:]
  /// Lines inside HTML blocks, except the first of each block.
  var html: Set<Int> = []
  /// Fenced code blocks, keyed by the line of the opening fence: the number of lines that follow in the block,
  /// and whether the last of them is the closing fence.
  var fences: [Int: (count: Int, isClosed: Bool)] = [:]
  /// Lines that continue a paragraph whatever they begin with, as they are indented too far to start a block.
  var continued: Set<Int> = []
}
