/// The search tree of known byte sequences, which the key decoder follows byte by byte to recognise keys and terminal reports.
struct KeySequences {
  /// The result of looking up terminal input bytes among the known key sequences: a whole sequence, a possible beginning, or
  /// none.
  enum Match: Equatable {
    /// A whole sequence, so many bytes long; no longer one begins with these bytes.
    case whole(KeyTable.Meaning, length: Int)
    /// The bytes end before it is known.
    case beginning(KeyTable.Meaning?, length: Int)
    case none
  }

  /// A node of the trie of key sequences: the next node for each byte, and the meaning if a sequence ends here.
  private struct Step {
    var next: [UInt8: Int] = [:]
    var meaning: KeyTable.Meaning?
  }

  private var steps = [Step()]

  /// The sequences that every terminal may send.
  static let common = described { _ in nil }

  /// The common sequences and those of a terminal's description; where both say something the common ones hold.
  static func described(by capability: (String) -> [UInt8]?) -> KeySequences {
    var sequences = KeySequences()
    for (name, key) in KeyTable.capabilities {
      guard let bytes = capability(name), let first = bytes.first, first < 0x20 else { continue }
      // A control character alone is what it is on every keyboard, unless the terminal has no other key.
      guard bytes.count > 1 else { continue }
      sequences.define(bytes, .key(key))
    }
    for definition in KeyTable.definitions {
      sequences.define(Array(definition.sequence.utf8), definition.meaning)
    }
    return sequences
  }

  private mutating func define(_ bytes: [UInt8], _ meaning: KeyTable.Meaning) {
    var step = 0
    for byte in bytes {
      if let next = steps[step].next[byte] {
        step = next
      } else {
        steps.append(Step())
        steps[step].next[byte] = steps.count - 1
        step = steps.count - 1
      }
    }
    steps[step].meaning = meaning
  }

  /// Whether a sequence begins with this byte.
  func begin(with byte: UInt8) -> Bool { steps[0].next[byte] != nil }

  /// The longest sequence at the beginning of `bytes`.
  func match(_ bytes: ArraySlice<UInt8>) -> Match {
    var step = 0
    var found: (meaning: KeyTable.Meaning, length: Int)?
    var length = 0
    for byte in bytes {
      guard let next = steps[step].next[byte] else {
        return found.map { .whole($0.meaning, length: $0.length) } ?? .none
      }
      step = next
      length += 1
      if let meaning = steps[step].meaning { found = (meaning, length) }
    }
    if steps[step].next.isEmpty, let found {
      return .whole(found.meaning, length: found.length)
    }
    return .beginning(found?.meaning, length: found?.length ?? 0)
  }
}
