/// Something that is done in a session; what it is done to is counted among what is there then.
struct SessionStep: Sendable, CustomStringConvertible {
  enum Kind: String, CaseIterable, Sendable {
    case edit, relate, relateNew, add, remove, tick, delete, insert, undo, redo, save, foreign,
      notice
    case begin, nest, restart
  }

  let kind: Kind
  let numbers: [Int]

  var description: String { "\(kind.rawValue)(\(numbers.map(String.init).joined(separator: ",")))" }

  private static let weights: [(Kind, Int)] = [
    (.edit, 16), (.relate, 6), (.relateNew, 4), (.add, 6), (.remove, 5), (.tick, 8), (.delete, 7),
    (.insert, 6), (.undo, 16), (.redo, 8), (.save, 16), (.foreign, 9), (.notice, 3), (.begin, 2),
    (.nest, 2), (.restart, 2),
  ]

  static func random(_ random: inout some RandomNumberGenerator) -> SessionStep {
    var place = Int.random(in: 0..<weights.reduce(0) { $0 + $1.1 }, using: &random)
    var kind = Kind.edit
    for (some, weight) in weights {
      if place < weight {
        kind = some
        break
      }
      place -= weight
    }
    return SessionStep(
      kind: kind,
      numbers: (0..<4).map { _ in Int.random(in: 0..<60, using: &random) }
    )
  }
}
