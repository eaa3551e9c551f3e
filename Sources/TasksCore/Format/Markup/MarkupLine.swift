/// What a line of the notes is, and where the words stand in it.
struct MarkupLine {
  enum Role: Hashable {
    case blank
    case text
    /// The first line of an item.
    case item
    case heading(level: Int)
    /// The line of signs below a heading of Markdown.
    case underline
    /// Of a quote, so many quotes deep.
    case quote(depth: Int)
    /// `#+begin_quote` or the line that ends it.
    case quoteEdge
    /// The first line of a block of code.
    case fence
    case code
    case fenceEnd
    /// Code by the signs in front of it: four blanks in Markdown, `: ` in Org.
    case fixed
    case table
    case rule
    /// A line for programs.
    case aside
  }

  var role: Role
  /// The text behind the signs of the line, in the bytes of the notes.
  var words: Range<Int>
  /// True where it goes on with the paragraph or the item of the line before.
  var goesOn = false
  /// The column of a bullet outside of whose item the line stands; nil where there is none above.
  var edge: Int?
}
