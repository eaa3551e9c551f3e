/// The role of a line of the notes, and the range of its text.
struct MarkupLine {
  enum Role: Hashable {
    case blank
    case text
    /// The first line of a list item.
    case item
    case heading(level: Int)
    /// The underline of a Markdown heading.
    case underline
    /// A line of a quote with its nesting depth, from 1.
    case quote(depth: Int)
    /// `#+begin_quote`, or the line that ends it.
    case quoteEdge
    /// The opening line of a code block.
    case fence
    case code
    case fenceEnd
    /// Code marked on the line itself: by four columns of indent in Markdown, by `: ` in Org.
    case fixed
    case table
    case rule
    /// A line for programs.
    case aside
  }

  var role: Role
  /// The text after the line's markers, as a range in the notes.
  var words: Range<Int>
  /// True if the line continues the paragraph or item of the line before.
  var goesOn = false
  /// The line of the list item that the line is in; for the first line of an item, of the item around it.
  var item: Int?
}
