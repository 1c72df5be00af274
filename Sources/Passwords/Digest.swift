import Glibc

/// The legacy password hash functions MD5 (RFC 1321) and SHA-1 (RFC 3174), which return hexadecimal digits.
enum Digest {
  /// The MD5 of a text.
  static func md5(_ text: String) -> String {
    let shifts: [UInt32] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
    let sines = (1...64).map { UInt32(abs(sin(Double($0))) * 4_294_967_296) }
    var sums: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]
    for words in blocks(of: text, isBigEndian: false) {
      var (a, b, c, d) = (sums[0], sums[1], sums[2], sums[3])
      for step in 0..<64 {
        let (mix, word): (UInt32, Int) =
          switch step / 16 {
          case 0: ((b & c) | (~b & d), step)
          case 1: ((d & b) | (~d & c), (5 * step + 1) % 16)
          case 2: (b ^ c ^ d, (3 * step + 5) % 16)
          default: (c ^ (b | ~d), 7 * step % 16)
          }
        let sum = a &+ mix &+ sines[step] &+ words[word]
        (a, d, c) = (d, c, b)
        b = b &+ rotated(sum, by: shifts[step / 16 * 4 + step % 4])
      }
      for (index, value) in [a, b, c, d].enumerated() { sums[index] &+= value }
    }
    return sums.map { hexadecimal($0.byteSwapped) }.joined()
  }

  /// The SHA-1 of a text.
  static func sha1(_ text: String) -> String {
    var sums: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    for block in blocks(of: text, isBigEndian: true) {
      var words = block
      for step in 16..<80 {
        let word = words[step - 3] ^ words[step - 8] ^ words[step - 14] ^ words[step - 16]
        words.append(rotated(word, by: 1))
      }
      var (a, b, c, d, e) = (sums[0], sums[1], sums[2], sums[3], sums[4])
      for step in 0..<80 {
        let (mix, constant): (UInt32, UInt32) =
          switch step / 20 {
          case 0: ((b & c) | (~b & d), 0x5A82_7999)
          case 1: (b ^ c ^ d, 0x6ED9_EBA1)
          case 2: ((b & c) | (b & d) | (c & d), 0x8F1B_BCDC)
          default: (b ^ c ^ d, 0xCA62_C1D6)
          }
        let sum = rotated(a, by: 5) &+ mix &+ e &+ constant &+ words[step]
        (e, d, c, b, a) = (d, c, rotated(b, by: 30), a, sum)
      }
      for (index, value) in [a, b, c, d, e].enumerated() { sums[index] &+= value }
    }
    return sums.map(hexadecimal).joined()
  }

  /// The text in blocks of sixteen words, filled up, its length in bits at the end.
  private static func blocks(of text: String, isBigEndian: Bool) -> [[UInt32]] {
    var bytes = Array(text.utf8)
    let length = UInt64(bytes.count) * 8
    bytes.append(0x80)
    while bytes.count % 64 != 56 { bytes.append(0) }
    for place in 0..<8 {
      bytes.append(
        UInt8(truncatingIfNeeded: length >> UInt64(8 * (isBigEndian ? 7 - place : place)))
      )
    }
    let words = stride(from: 0, to: bytes.count, by: 4).map { start in
      (0..<4).reduce(UInt32(0)) { word, place in
        word << 8 | UInt32(bytes[start + (isBigEndian ? place : 3 - place)])
      }
    }
    return stride(from: 0, to: words.count, by: 16).map { Array(words[$0..<$0 + 16]) }
  }

  private static func rotated(_ word: UInt32, by count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }

  private static func hexadecimal(_ word: UInt32) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
