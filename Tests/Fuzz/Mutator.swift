/// Makes new inputs of old ones; the same seed makes the same inputs.
struct Mutator {
  private var state: UInt64
  /// The inputs that mutation starts from.
  let corpus: [[UInt8]]
  /// Pieces that mean something in the language.
  let pieces: [[UInt8]]

  init(seed: UInt64, corpus: [[UInt8]], pieces: [String]) {
    state = seed
    self.corpus = corpus
    self.pieces = pieces.map { Array($0.utf8) }
  }

  /// No input is longer.
  static let longest = 1 << 16

  /// The next number below `bound` (SplitMix64).
  mutating func next(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((bits ^ (bits >> 31)) >> 1) % max(bound, 1)
  }

  /// An input of the corpus, changed in one to eight places.
  mutating func input() -> [UInt8] {
    var bytes = corpus[next(corpus.count)]
    // Of a long one a part, so that many small inputs are tried.
    if bytes.count > 600, next(8) > 0 {
      let start = next(bytes.count - 300)
      bytes = Array(bytes[start..<min(bytes.count, start + 100 + next(500))])
    }
    for _ in 0...next(8) { change(&bytes) }
    return Array(bytes.prefix(Self.longest))
  }

  private mutating func range(in bytes: [UInt8]) -> Range<Int> {
    let start = next(bytes.count + 1)
    return start..<min(bytes.count, start + next(1 + [4, 20, 200][next(3)]))
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let place = next(bytes.count + 1)
    switch next(12) {
    case 0: bytes.removeSubrange(range(in: bytes))
    case 1, 2, 3: bytes.insert(contentsOf: pieces[next(pieces.count)], at: place)
    case 4: if place < bytes.count { bytes[place] = UInt8(next(256)) }
    case 5: bytes.insert(UInt8(next(256)), at: place)
    case 6: bytes.insert(contentsOf: bytes[range(in: bytes)], at: place)
    case 7: bytes.removeSubrange(place...)
    case 8:
      let other = corpus[next(corpus.count)]
      bytes.insert(contentsOf: other[range(in: other)], at: place)
    case 9: swapParts(&bytes)
    case 10: repeatPart(&bytes)
    default: if place < bytes.count { bytes[place] ^= 1 << UInt8(next(8)) }
    }
  }

  private mutating func swapParts(_ bytes: inout [UInt8]) {
    let (first, second) = (range(in: bytes), range(in: bytes))
    guard first.upperBound <= second.lowerBound else { return }
    let moved = Array(bytes[first])
    bytes.replaceSubrange(second, with: bytes[second] + moved)
    bytes.removeSubrange(first)
  }

  /// Many times the same: nesting, and what is done for each of many.
  private mutating func repeatPart(_ bytes: inout [UInt8]) {
    let part = next(2) == 0 ? pieces[next(pieces.count)] : Array(bytes[range(in: bytes)].prefix(40))
    let count = [2, 10, 100, 400][next(4)]
    bytes.insert(
      contentsOf: [[UInt8]](repeating: part, count: count).joined(),
      at: next(bytes.count + 1)
    )
  }
}
