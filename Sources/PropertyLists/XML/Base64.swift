/// Bytes as text of base 64.
enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )

  /// The bytes that `text` stands for, white space aside; `nil` when it is no base 64.
  static func decoded(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, count, padding, length): (UInt32, Int, Int, Int) = (0, 0, 0, 0)
    for byte in text.utf8 where !isSpace(byte) {
      length += 1
      if byte == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard padding == 0, let digit = value(of: byte) else { return nil }
      bits = bits << 6 | digit
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    guard padding <= 2, length.isMultiple(of: 4) else { return nil }
    return bytes
  }

  private static func value(of byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }

  /// The text of `bytes`, in lines of 76 characters.
  static func lines(of bytes: [UInt8]) -> [String] {
    stride(from: 0, to: bytes.count, by: 57).map { start in
      let line = bytes[start..<min(start + 57, bytes.count)]
      var output: [UInt8] = []
      for first in stride(from: line.startIndex, to: line.endIndex, by: 3) {
        let group = line[first..<min(first + 3, line.endIndex)]
        let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
        for place in 0..<4 {
          output.append(
            place <= group.count
              ? digits[Int(bits >> UInt32(18 - 6 * place)) & 63] : UInt8(ascii: "=")
          )
        }
      }
      return String(decoding: output, as: UTF8.self)
    }
  }
}
