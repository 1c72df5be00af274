/// The tree of a regular expression.
indirect enum RegularExpressionNode {
  case single(RegularExpression.Instruction)
  case sequence([RegularExpressionNode])
  case choice([RegularExpressionNode])
  case repetition(RegularExpressionNode, Int, Int?, isLazy: Bool)
  case group(RegularExpressionNode, Int)
}

/// Reads the text of a regular expression.
struct RegularExpressionParser {
  typealias PatternError = RegularExpression.PatternError
  typealias Node = RegularExpressionNode

  private(set) var ignoresCase = false
  private var scalars: [Unicode.Scalar]
  private var index = 0
  private var depth = 0
  /// How many groups were opened.
  private(set) var groupCount = 0

  /// The tree of a pattern, whether case counts, and its groups.
  ///
  /// - Throws: ``PatternError`` that says where.
  static func parsed(_ pattern: String) throws(PatternError) -> (
    node: Node, ignoresCase: Bool, groupCount: Int
  ) {
    var parser = Self(pattern)
    do throws(PatternError) {
      return (try parser.parse(), parser.ignoresCase, parser.groupCount)
    } catch {
      let isEnd = parser.index >= parser.scalars.count
      let place = isEnd ? "at the end" : "at character \(parser.index)"
      throw PatternError(message: "\(error.message), \(place) of the pattern")
    }
  }

  private init(_ pattern: String) {
    scalars = Array(pattern.unicodeScalars)
    if scalars.starts(with: "(?i)".unicodeScalars) {
      ignoresCase = true
      index = 4
    }
  }

  private mutating func parse() throws(PatternError) -> Node {
    let node = try parseChoice()
    guard !take(")") else { throw PatternError(message: "a `)` closes nothing") }
    return node
  }

  private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    index += 1
    return true
  }

  private mutating func parseChoice() throws(PatternError) -> Node {
    depth += 1
    defer { depth -= 1 }
    guard depth <= 100 else { throw PatternError(message: "the pattern nests too deep") }
    var branches = [try parseSequence()]
    while take("|") { branches.append(try parseSequence()) }
    return branches.count == 1 ? branches[0] : .choice(branches)
  }

  private mutating func parseSequence() throws(PatternError) -> Node {
    var nodes: [Node] = []
    while let scalar = next, scalar != "|", scalar != ")" {
      let atom = try parseAtom()
      nodes.append(try parseRepetition(of: atom))
    }
    return nodes.count == 1 ? nodes[0] : .sequence(nodes)
  }

  private mutating func parseRepetition(of atom: Node) throws(PatternError) -> Node {
    var node = atom
    for _ in 0..<10 {
      guard let bounds = try parseBounds() else { return node }
      // A lazy form finds the same texts, but less of each.
      node = .repetition(node, bounds.low, bounds.high, isLazy: take("?"))
    }
    throw PatternError(message: "too many repetitions in a row")
  }

  /// Reads `*`, `+`, `?`, `{2}`, `{2,}`, `{2,5}`; `nil` when none of them is next, or only a plain brace.
  private mutating func parseBounds() throws(PatternError) -> (low: Int, high: Int?)? {
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    let start = index
    guard take("{"), let low = parseInteger() else {
      index = start
      return nil
    }
    let high = take(",") ? parseInteger() : low
    guard take("}") else {
      index = start
      return nil
    }
    guard low <= 1000, high ?? 0 <= 1000, low <= high ?? low else {
      throw PatternError(message: "a repetition is out of order or above 1000")
    }
    return (low, high)
  }

  private mutating func parseInteger() -> Int? {
    let start = index
    var value = 0
    while let scalar = next, ("0"..."9").contains(scalar), index - start < 6 {
      value = value * 10 + Int(scalar.value - 48)
      index += 1
    }
    return index > start ? value : nil
  }

  private mutating func parseAtom() throws(PatternError) -> Node {
    let scalar = scalars[index]
    index += 1
    switch scalar {
    case ".": return .single(.anyScalar)
    case "^": return .single(.textStart)
    case "$": return .single(.textEnd)
    case "[": return .single(.set(try parseSet()))
    case "\\": return try parseEscape()
    case "(":
      let isPlain = take("?")
      if isPlain, !take(":") {
        throw PatternError(
          message: "only `(?: )` groups and a leading `(?i)` are supported"
        )
      }
      groupCount += isPlain ? 0 : 1
      let number = groupCount
      let inside = try parseChoice()
      guard take(")") else { throw PatternError(message: "a `(` is not closed") }
      return isPlain ? inside : .group(inside, number)
    case "*", "+", "?": throw PatternError(message: "`\(scalar)` repeats nothing")
    default: return .single(.scalar(folded(scalar)))
    }
  }

  /// The scalar as texts hold it when case is ignored.
  private func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    ignoresCase ? Self.folded(scalar) : scalar
  }

  /// The scalar without its case, where that is one scalar.
  static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    let folded = LikePattern.fold(String(Character(scalar))).unicodeScalars
    return folded.count == 1 ? folded[folded.startIndex] : scalar
  }

  private mutating func parseEscape() throws(PatternError) -> Node {
    guard let scalar = next else { throw PatternError(message: "a `\\` ends the pattern") }
    if let set = takeClass() { return .single(.set(ScalarSet(classes: [set]))) }
    index += 1
    switch scalar {
    case "b": return .single(.wordBoundary(true))
    case "B": return .single(.wordBoundary(false))
    case "1"..."9": throw PatternError(message: "back references are not supported")
    default: return .single(.scalar(folded(Self.control(scalar))))
    }
  }

  /// Takes `d`, `W` and the like behind a backslash.
  private mutating func takeClass() -> (class: ScalarSet.Class, isNegated: Bool)? {
    guard let next, let found = Self.classes[next] else { return nil }
    index += 1
    return found
  }

  private static let classes: [Unicode.Scalar: (class: ScalarSet.Class, isNegated: Bool)] = [
    "d": (.digit, false), "D": (.digit, true), "w": (.word, false), "W": (.word, true),
    "s": (.space, false), "S": (.space, true),
  ]

  private static func control(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "n": "\n"
    case "t": "\t"
    case "r": "\r"
    default: scalar
    }
  }

  private mutating func parseSet() throws(PatternError) -> ScalarSet {
    var set = ScalarSet()
    set.isNegated = take("^")
    var isFirst = true
    while let scalar = next, isFirst || scalar != "]" {
      isFirst = false
      index += 1
      var low = scalar
      if scalar == "\\" {
        if let found = takeClass() {
          set.classes.append(found)
          continue
        }
        guard let escaped = next else { break }
        index += 1
        low = Self.control(escaped)
      }
      var high = low
      if next == "-", index + 1 < scalars.count, scalars[index + 1] != "]" {
        index += 1
        _ = take("\\")
        guard let end = next, end >= low else {
          throw PatternError(message: "a range in `[ ]` is out of order")
        }
        index += 1
        high = end
      }
      set.ranges.append(low...high)
      if ignoresCase { addOtherCase(low, high, to: &set) }
    }
    guard take("]") else { throw PatternError(message: "a `[` is not closed") }
    return set
  }

  /// Texts are folded when case is ignored, so that ranges of capitals must hold the small letters.
  private func addOtherCase(
    _ low: Unicode.Scalar,
    _ high: Unicode.Scalar,
    to set: inout ScalarSet
  ) {
    guard high.value - low.value < 0x500 else { return }
    for value in low.value...high.value {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let other = folded(scalar)
      if other != scalar { set.ranges.append(other...other) }
    }
  }
}

/// Turns the tree into instructions.
struct RegularExpressionCompiler {
  typealias PatternError = RegularExpression.PatternError

  /// How many instructions a pattern may have.
  static let limit = 5000

  /// Whether it is told where groups begin and end.
  var marksGroups = false

  private(set) var program: [RegularExpression.Instruction] = []
  /// Counts nodes, since a repeated empty group makes no instructions.
  private var steps = 0

  mutating func emit(_ node: RegularExpressionNode) throws(PatternError) {
    if case .group(let inside, let number) = node {
      if marksGroups { program.append(.mark(2 * number)) }
      try emit(inside)
      if marksGroups { program.append(.mark(2 * number + 1)) }
      return
    }
    steps += 1
    guard program.count < Self.limit, steps < Self.limit * 4 else {
      throw PatternError(message: "the pattern is too big")
    }
    switch node {
    case .single(let instruction): program.append(instruction)
    case .sequence(let nodes): for node in nodes { try emit(node) }
    case .choice(let branches): try emitChoice(branches)
    case .repetition(let node, let low, let high, let isLazy):
      try emitRepetition(of: node, from: low, to: high, isLazy)
    case .group: break
    }
  }

  private mutating func emitChoice(_ branches: [RegularExpressionNode]) throws(PatternError) {
    var jumps: [Int] = []
    for (number, branch) in branches.enumerated() {
      guard number < branches.count - 1 else {
        try emit(branch)
        continue
      }
      let split = program.count
      program.append(.match)
      try emit(branch)
      jumps.append(program.count)
      program.append(.match)
      program[split] = .split(split + 1, program.count)
    }
    for jump in jumps { program[jump] = .jump(program.count) }
  }

  private mutating func emitRepetition(
    of node: RegularExpressionNode,
    from low: Int,
    to high: Int?,
    _ isLazy: Bool
  ) throws(PatternError) {
    func split(_ inside: Int, _ behind: Int) -> RegularExpression.Instruction {
      isLazy ? .split(behind, inside) : .split(inside, behind)
    }
    for _ in 0..<low { try emit(node) }
    guard let high else {
      let start = program.count
      program.append(.match)
      try emit(node)
      program.append(.jump(start))
      program[start] = split(start + 1, program.count)
      return
    }
    var splits: [Int] = []
    for _ in low..<high {
      splits.append(program.count)
      program.append(.match)
      try emit(node)
    }
    for place in splits { program[place] = split(place + 1, program.count) }
  }
}
