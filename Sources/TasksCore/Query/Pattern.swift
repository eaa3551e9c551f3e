/// A regular expression, searched anywhere in a text in time linear to the text's length (Thompson, "Regular
/// Expression Search Algorithm", 1968: all states of the automaton are followed in parallel).
///
/// The syntax has literals, `.`, `[a-z]` and `[^a-z]`, `( )`, `|`, `* + ? {2,5}`, `^ $` at the ends of lines,
/// `\b \B`, `\d \w \s` and their negations in capitals, `\t`, `\n`, and `\` before a character that stands for
/// itself. Matching ignores case; a dot is any character except a line feed. The result is only whether there is a
/// match, not where.
public struct Pattern: Hashable, Sendable {
  /// An error in an expression, and its offset in scalars.
  public struct Fault: Error, Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
      case nothingToRepeat, unopenedGroup, unclosedGroup, unclosedSet, reversedRange
      case badRepetition, unknownEscape, endsInEscape, tooLarge
    }

    public let reason: Reason
    public let offset: Int

    public var message: String {
      switch reason {
      case .nothingToRepeat: "there is nothing before it to repeat"
      case .unopenedGroup: "this parenthesis closes nothing"
      case .unclosedGroup: "this parenthesis is never closed"
      case .unclosedSet: "this bracket is never closed"
      case .reversedRange: "this range runs backwards"
      case .badRepetition: "this is not a number of repetitions"
      case .unknownEscape: "this letter has no meaning after a \\"
      case .endsInEscape: "there is nothing after the \\"
      case .tooLarge: "the expression grows too large"
      }
    }
  }

  private let program: PatternProgram
  /// A string that every match contains. Searching for it first is much faster than matching.
  private let literal: TextSearch

  public init(_ expression: String) throws(Fault) {
    var parser = PatternParser(expression)
    let node = try parser.parse()
    program = try PatternProgram(node)
    literal = TextSearch(folded: node.literal)
  }

  public func isFound(in text: Text) -> Bool {
    literal.isFound(in: text) && text.withUTF8 { program.isFound(in: $0) }
  }
}
