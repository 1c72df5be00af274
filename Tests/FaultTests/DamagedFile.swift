import TestSupport

/// Random damage to the bytes of a file: cut, flipped, overwritten or moved.
enum DamagedFile {
  /// The bytes cut, flipped, overwritten or moved in some places.
  static func damaging(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    switch Int.random(in: 0..<6, using: &random) {
    case 0: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
    case 1:
      // Structures are damaged most often: the header and the starts of pages.
      let page = Int.random(in: 0..<max(bytes.count / 1024, 1), using: &random) * 1024
      for _ in 0...3 { flip(&bytes, page + Int.random(in: 0..<100, using: &random), &random) }
    case 2:
      let start = Int.random(in: 0..<bytes.count, using: &random)
      let end = min(bytes.count, start + Int.random(in: 1...600, using: &random))
      for index in start..<end { bytes[index] = 0 }
    case 3:
      // A page in the place of another.
      let count = max(bytes.count / 1024, 1)
      let (from, to) = (
        Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random)
      )
      for offset in 0..<1024 where max(from, to) * 1024 + offset < bytes.count {
        bytes[to * 1024 + offset] = bytes[from * 1024 + offset]
      }
    default:
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        flip(&bytes, Int.random(in: 0..<bytes.count, using: &random), &random)
      }
    }
    return bytes
  }

  private static func flip(_ bytes: inout [UInt8], _ index: Int, _ random: inout SeededGenerator) {
    guard bytes.indices.contains(index) else { return }
    bytes[index] = UInt8.random(in: 0...255, using: &random)
  }
}
