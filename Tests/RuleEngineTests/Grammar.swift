import FoundationEssentials
import RuleTestSupport

/// The grammar of the language as docs/RuleLanguage.md prints it, and sentences made of it.
struct Grammar {
  indirect enum Node {
    case terminal(String)
    case name(String)
    /// An element described in prose; its sentences are taken from samples.
    case told(String)
    case sequence([Node])
    case choice([Node])
    case optional(Node)
    case repetition(Node)
  }

  private(set) var productions: [String: Node] = [:]
  /// How far each name is from its end.
  private var weights: [String: Int] = [:]

  /// The words and signs that stand in quotes.
  var terminals: Set<String> {
    var found: Set<String> = []
    for node in productions.values { Self.collect(node, &found) }
    return found
  }

  /// The names that are used and not explained.
  var unknownNames: Set<String> {
    var used: Set<String> = []
    for node in productions.values { Self.collectNames(node, &used) }
    return used.subtracting(productions.keys)
  }

  private static func collect(_ node: Node, _ found: inout Set<String>) {
    switch node {
    case .terminal(let text): found.insert(text)
    case .name, .told: break
    case .sequence(let parts), .choice(let parts): for part in parts { collect(part, &found) }
    case .optional(let inside), .repetition(let inside): collect(inside, &found)
    }
  }

  private static func collectNames(_ node: Node, _ used: inout Set<String>) {
    switch node {
    case .name(let name): used.insert(name)
    case .terminal, .told: break
    case .sequence(let parts), .choice(let parts): for part in parts { collectNames(part, &used) }
    case .optional(let inside), .repetition(let inside): collectNames(inside, &used)
    }
  }

  // MARK: Reading

  /// Reads EBNF: `name = node ;`.
  init?(_ text: String) {
    var reader = Reader(pieces: Self.pieces(of: text))
    while !reader.pieces.isEmpty {
      let name = reader.take()
      guard reader.take() == "=", let node = reader.choice(), reader.take() == ";",
        productions.updateValue(node, forKey: name) == nil
      else { return nil }
    }
    for _ in productions {
      for (name, node) in productions { weights[name] = weight(node) }
    }
  }

  private static func pieces(of text: String) -> ArraySlice<String> {
    var pieces: [String] = []
    var rest = text[...]
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
      } else if "\"'?".contains(first) {
        let end = rest.dropFirst().firstIndex(of: first) ?? rest.endIndex
        pieces.append(String(rest[..<end]))
        rest = rest[end...].dropFirst()
      } else if first.isLetter {
        let word = rest.prefix { $0.isLetter }
        pieces.append(String(word))
        rest = rest.dropFirst(word.count)
      } else {
        pieces.append(String(first))
        rest.removeFirst()
      }
    }
    return pieces[...]
  }

  private struct Reader {
    var pieces: ArraySlice<String>

    mutating func take() -> String { pieces.popFirst() ?? "" }

    mutating func choice() -> Node? {
      var branches: [Node] = []
      repeat {
        guard let branch = sequence() else { return nil }
        branches.append(branch)
      } while takes("|")
      return branches.count == 1 ? branches[0] : .choice(branches)
    }

    private mutating func takes(_ piece: String) -> Bool {
      guard pieces.first == piece else { return false }
      pieces.removeFirst()
      return true
    }

    private mutating func sequence() -> Node? {
      var parts: [Node] = []
      repeat {
        guard let part = part() else { return nil }
        parts.append(part)
      } while takes(",")
      return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    private mutating func part() -> Node? {
      let piece = take()
      switch piece.first {
      case "\"", "'": return .terminal(String(piece.dropFirst()))
      case "?": return .told(piece.dropFirst().trimmed)
      case "[": return choice().flatMap { takes("]") ? .optional($0) : nil }
      case "{": return choice().flatMap { takes("}") ? .repetition($0) : nil }
      case "(": return choice().flatMap { takes(")") ? $0 : nil }
      case let first?: return first.isLetter ? .name(piece) : nil
      case nil: return nil
      }
    }
  }

  // MARK: Sentences

  /// One sentence of `name`; `told` gives an example of what is told in words under a name.
  func sentence(
    of name: String,
    depth: Int,
    _ random: inout Seeded,
    told: (String, inout Seeded) -> String?
  ) -> String? {
    guard let node = productions[name] else { return nil }
    if case .told = node { return told(name, &random) }
    let isOnePiece = name.allSatisfy(\.isUppercase)
    return text(node, isOnePiece: isOnePiece, depth: depth - 1, &random, told)
  }

  private func text(
    _ node: Node,
    isOnePiece: Bool,
    depth: Int,
    _ random: inout Seeded,
    _ told: (String, inout Seeded) -> String?
  ) -> String? {
    switch node {
    case .terminal(let text): return text
    case .told: return nil
    case .name(let name): return sentence(of: name, depth: depth, &random, told: told)
    case .sequence(let parts):
      var texts: [String] = []
      for part in parts {
        guard let text = text(part, isOnePiece: isOnePiece, depth: depth, &random, told) else {
          return nil
        }
        if !text.isEmpty { texts.append(text) }
      }
      return texts.joined(separator: isOnePiece ? "" : " ")
    case .choice(let branches):
      // Deep down the branches that end soonest.
      let candidates =
        depth > 0 ? branches : [branches.min { weight($0) < weight($1) }].compactMap(\.self)
      return text(
        candidates[random.next(candidates.count)],
        isOnePiece: isOnePiece,
        depth: depth,
        &random,
        told
      )
    case .optional(let inside):
      guard depth > 0, random.next(2) == 0 else { return "" }
      return text(inside, isOnePiece: isOnePiece, depth: depth, &random, told)
    case .repetition(let inside):
      var texts: [String] = []
      for _ in 0..<(depth > 0 ? random.next(3) : 0) {
        guard let text = text(inside, isOnePiece: isOnePiece, depth: depth, &random, told) else {
          return nil
        }
        texts.append(text)
      }
      return texts.joined(separator: isOnePiece ? "" : " ")
    }
  }

  /// How many steps it takes at least from a node to its end.
  private func weight(_ node: Node) -> Int {
    switch node {
    case .terminal, .told: 1
    case .name(let name): 1 + (weights[name] ?? 1000)
    case .sequence(let parts): parts.reduce(0) { max($0, weight($1)) }
    case .choice(let branches): branches.map(weight).min() ?? 0
    case .optional, .repetition: 0
    }
  }
}

extension StringProtocol {
  fileprivate var trimmed: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
