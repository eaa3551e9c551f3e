/// A regular expression, matched anywhere in a text in time linear to its length (Thompson, "Regular
/// Expression Search Algorithm", 1968: all the states the expression can be in are walked at once).
///
/// It knows literals, `.`, `[a-z]` and `[^a-z]`, `( )`, `|`, `* + ? {2,5}`, `^ $` at the ends of lines, `\b
/// \B`, `\d \w \s` and their capitals, `\t`, `\n`, and `\` before a sign. Case makes no difference; a dot is
/// anything but a line feed. It tells whether there is a match, never where.
public struct Pattern: Hashable, Sendable {
  /// What is wrong with an expression, and where: an offset into its scalars.
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
  /// A text without it cannot match, and it is found much quicker than a match.
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
