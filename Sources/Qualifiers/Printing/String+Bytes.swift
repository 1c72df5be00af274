extension String {
  /// The bytes that pairs of hexadecimal digits stand for.
  package var hexadecimalBytes: [UInt8]? {
    let digits = utf8.compactMap { byte -> UInt8? in
      switch byte {
      case 0x30...0x39: byte - 0x30
      case 0x41...0x46: byte - 0x37
      case 0x61...0x66: byte - 0x57
      default: nil
      }
    }
    guard digits.count == utf8.count, digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
