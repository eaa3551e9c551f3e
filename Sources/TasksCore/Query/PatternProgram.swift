/// A regular expression compiled to instructions of a nondeterministic automaton.
struct PatternProgram: Hashable, Sendable {
  private enum Instruction: Hashable, Sendable {
    case literal(UInt32)
    /// An index into `sets`.
    case set(Int)
    case assertion(PatternNode.Assertion)
    /// Continues at the next instruction and also at this index.
    case fork(Int)
    case jump(Int)
    case found
  }

  private var instructions: [Instruction] = []
  private var sets: [ScalarSet] = []
  /// The ASCII scalars with which a match can begin; nil if a match can be empty.
  private var first: [Bool]?

  /// The limit of instructions. Repetitions are expanded, so this bounds their number.
  private static let largest = 5_000

  init(_ node: PatternNode) throws(Pattern.Fault) {
    try add(node)
    instructions.append(.found)
    first = firstScalars()
  }

  private mutating func append(_ instruction: Instruction) throws(Pattern.Fault) {
    guard instructions.count < PatternProgram.largest else {
      throw Pattern.Fault(reason: .tooLarge, offset: 0)
    }
    instructions.append(instruction)
  }

  private mutating func add(_ node: PatternNode) throws(Pattern.Fault) {
    switch node {
    case .empty: break
    case .literal(let value): try append(.literal(value))
    case .set(let set):
      try append(.set(sets.count))
      sets.append(set)
    case .assertion(let assertion): try append(.assertion(assertion))
    case .sequence(let parts): for part in parts { try add(part) }
    case .choice(let branches): try add(choice: branches)
    case .repetition(let part, let least, let most):
      try add(part, least: least, most: most)
    }
  }

  private mutating func add(choice branches: [PatternNode]) throws(Pattern.Fault) {
    var ends: [Int] = []
    for branch in branches.dropLast() {
      let fork = instructions.count
      try append(.fork(0))
      try add(branch)
      ends.append(instructions.count)
      try append(.jump(0))
      instructions[fork] = .fork(instructions.count)
    }
    if let last = branches.last { try add(last) }
    for end in ends { instructions[end] = .jump(instructions.count) }
  }

  private mutating func add(
    _ part: PatternNode, least: Int, most: Int?
  ) throws(Pattern.Fault) {
    for _ in 0..<least {
      let start = instructions.count
      try add(part)
      // A repeated empty part is empty.
      if instructions.count == start { return }
    }
    guard let most else {
      let fork = instructions.count
      try append(.fork(0))
      try add(part)
      try append(.jump(fork))
      instructions[fork] = .fork(instructions.count)
      return
    }
    var forks: [Int] = []
    for _ in least..<max(least, most) {
      forks.append(instructions.count)
      try append(.fork(0))
      try add(part)
    }
    for fork in forks { instructions[fork] = .fork(instructions.count) }
  }

  private func firstScalars() -> [Bool]? {
    var walk = Walk(count: instructions.count)
    guard !follow(0, into: &walk, isTrue: { _ in true }) else { return nil }
    var first = [Bool](repeating: false, count: 128)
    for place in walk.places {
      for value in 0..<128 where accepts(place, UInt32(value)) { first[value] = true }
    }
    return first
  }

  /// The set of states the automaton is in.
  private struct Walk {
    var places: [Int] = []
    private var marks: [Int]
    private var mark = 1
    var pending: [Int] = []

    init(count: Int) { marks = Array(repeating: 0, count: count) }

    mutating func clear() {
      places.removeAll(keepingCapacity: true)
      mark += 1
    }

    mutating func isNew(_ place: Int) -> Bool {
      if marks[place] == mark { return false }
      marks[place] = mark
      return true
    }
  }

  /// Adds the states reachable from `start` without consuming input. True if the final state is among them.
  private func follow(
    _ start: Int, into walk: inout Walk, isTrue: (PatternNode.Assertion) -> Bool
  ) -> Bool {
    walk.pending.append(start)
    while let place = walk.pending.popLast() {
      guard walk.isNew(place) else { continue }
      switch instructions[place] {
      case .literal, .set: walk.places.append(place)
      case .assertion(let assertion): if isTrue(assertion) { walk.pending.append(place + 1) }
      case .fork(let other):
        walk.pending.append(other)
        walk.pending.append(place + 1)
      case .jump(let target): walk.pending.append(target)
      case .found:
        walk.pending.removeAll()
        return true
      }
    }
    return false
  }

  private func accepts(_ place: Int, _ value: UInt32) -> Bool {
    switch instructions[place] {
    case .literal(let wanted): CaseFolding.folded(value) == wanted
    case .set(let set): sets[set].contains(value)
    default: false
    }
  }

  func isFound(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    var walk = Walk(count: instructions.count)
    var seeds: [Int] = []
    var position = 0
    var before: UInt32?
    while true {
      if seeds.isEmpty, let first {
        while position < text.count, text[position] < 0x80, !first[Int(text[position])] {
          before = UInt32(text[position])
          position += 1
        }
      }
      let (after, next) =
        position < text.count
        ? CaseFolding.scalar(at: position, in: text) as (UInt32?, Int) : (nil, position)
      walk.clear()
      seeds.append(0)
      for seed in seeds {
        let isEnd = follow(seed, into: &walk) { [before] assertion in
          PatternProgram.holds(assertion, between: before, and: after)
        }
        if isEnd { return true }
      }
      guard let after else { return false }
      seeds.removeAll(keepingCapacity: true)
      for place in walk.places where accepts(place, after) { seeds.append(place + 1) }
      before = after
      position = next
    }
  }

  private static func holds(
    _ assertion: PatternNode.Assertion, between before: UInt32?, and after: UInt32?
  ) -> Bool {
    switch assertion {
    case .lineStart: before == nil || before == 0x0A
    case .lineEnd: after == nil || after == 0x0A
    case .wordBoundary: isWord(before) != isWord(after)
    case .noWordBoundary: isWord(before) == isWord(after)
    }
  }

  private static func isWord(_ value: UInt32?) -> Bool {
    value.flatMap(Unicode.Scalar.init).map(ScalarSet.isWord) ?? false
  }
}
