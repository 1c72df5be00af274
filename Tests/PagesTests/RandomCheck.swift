import Qualifiers

/// Conditions of `CHECK` over the columns a, b, c, d, by chance, and values for those.
struct RandomCheck {
  private var random: SplitMix

  init(seed: UInt64) { random = SplitMix(state: seed) }

  static let columns = ["a", "b", "c", "d"]
  private static let declarations = [
    "TEXT", "TEXT COLLATE NOCASE", "TEXT COLLATE RTRIM", "INT", "REAL", "NUMERIC", "",
  ]

  /// Statements that make a table of one row.
  mutating func script() -> String {
    var lines = Self.columns.map { name in
      var line = "\(name) \(pick(Self.declarations))"
      if random.chance(30) { line += " DEFAULT \(literal())" }
      if random.chance(40) { line += check() }
      return line
    }
    for _ in 0..<random.below(3) { lines.append(check()) }
    let values = Self.columns.map { _ in literal() }.joined(separator: ", ")
    return """
      PRAGMA ignore_check_constraints = ON;
      CREATE TABLE t(id INTEGER PRIMARY KEY, \(lines.joined(separator: ", ")));
      INSERT INTO t VALUES(1, \(values));
      PRAGMA ignore_check_constraints = OFF;
      """
  }

  private mutating func check() -> String {
    let condition = random.chance(40) ? plainCondition() : condition(3)
    return (random.chance(30) ? " CONSTRAINT \(pick(["one", "two"]))" : "")
      + " CHECK (\(condition))"
  }

  /// Returns a simple random condition of a form that the program can evaluate itself in most cases.
  private mutating func plainCondition() -> String {
    func test() -> String {
      let subject = random.chance(25) ? "length(\(column()))" : column()
      switch random.below(5) {
      case 0: return "\(subject) IN (\(literal()), \(literal()), \(literal()))"
      case 1: return "\(subject) BETWEEN \(literal()) AND \(literal())"
      case 2: return "\(literal()) \(comparison()) \(subject)"
      case 3: return "\(subject) IS \(random.chance(50) ? "NOT " : "")NULL"
      default: return "\(subject) \(comparison()) \(literal())"
      }
    }
    return (0...random.below(3)).map { _ in random.chance(20) ? "(\(test()))" : test() }
      .joined(separator: random.chance(60) ? " AND " : " OR ")
  }

  private mutating func condition(_ depth: Int) -> String {
    guard depth > 0 else { return "\(term(1)) \(comparison()) \(term(1))" }
    switch random.below(12) {
    case 0: return "NOT (\(condition(depth - 1)))"
    case 1: return "(\(condition(depth - 1)) AND \(condition(depth - 1)))"
    case 2: return "(\(condition(depth - 1)) OR \(condition(depth - 1)))"
    case 3: return "\(term(1)) NOT BETWEEN \(term(1)) AND \(term(1))"
    case 4: return "\(column()) \(pick(["LIKE 'a%'", "GLOB 'a*'", "NOT LIKE '%1'"]))"
    case 5: return "CASE WHEN \(condition(depth - 1)) THEN \(term(1)) ELSE \(term(1)) END"
    case 6: return "\(column()) COLLATE \(pick(["NOCASE", "BINARY"])) \(comparison()) \(term(1))"
    case 7: return term(2)
    case 8: return "\(column()) \(pick(["IN", "NOT IN"])) (\(term(1)), \(term(1)))"
    case 9: return "json_extract(\(column()), '$') \(comparison()) \(literal())"
    default: return "\(term(2)) \(comparison()) \(term(2))"
    }
  }

  private mutating func term(_ depth: Int) -> String {
    guard depth > 0 else { return random.chance(70) ? column() : literal() }
    switch random.below(9) {
    case 0: return "length(\(term(depth - 1)))"
    case 1: return "lower(\(term(depth - 1)))"
    case 2: return "coalesce(\(term(depth - 1)), \(term(depth - 1)))"
    case 3: return "\(term(depth - 1)) || \(term(depth - 1))"
    case 4: return "\(term(depth - 1)) \(pick(["+", "-", "*", "%"])) \(term(depth - 1))"
    case 5: return "abs(\(term(depth - 1)))"
    default: return random.chance(80) ? column() : literal()
    }
  }

  private mutating func comparison() -> String {
    pick(["=", "==", "<", "<=", ">", ">=", "<>", "!="])
  }

  private mutating func column() -> String {
    let name = pick(Self.columns)
    return random.chance(15) ? "\"\(name)\"" : random.chance(10) ? "t.\(name)" : name
  }

  private mutating func literal() -> String {
    pick([
      "NULL", "0", "1", "2", "-1", "+9", "10", "1.5", "'a'", "'A'", "'b '", "'10'", "'9'", "''",
    ])
  }

  private mutating func pick(_ texts: [String]) -> String { texts[random.below(texts.count)] }

  // MARK: Values

  /// Values for some of the columns, each of the kind that its column is declared for.
  mutating func values(_ type: (String) -> String) -> [String: Value] {
    var values: [String: Value] = [:]
    for name in Self.columns where random.chance(60) { values[name] = value(type(name)) }
    return values
  }

  private mutating func value(_ declaredType: String) -> Value {
    if random.chance(10) { return .null }
    let texts = ["a", "A", "b", "b ", "10", "9", "1e1", "", "é", "abc"].map { Value.string($0) }
    let integers = [0, 1, 2, -1, 9, 10, Int64.max].map { Value.int($0) }
    let numbers = [0, 1.5, 2, -0.5, 10, 1e300].map { Value.double($0) }
    let values =
      switch declaredType {
      case "TEXT": texts
      case "INT": integers
      case "REAL": numbers
      case "NUMERIC": integers + numbers
      default: texts + integers + numbers
      }
    return values[random.below(values.count)]
  }
}

/// A seeded random number generator (SplitMix64), so that a seed always gives the same test.
private struct SplitMix {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return Int((z ^ (z >> 31)) % UInt64(limit))
  }

  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
}
