// How texts stand to each other, for memory and for the database's sorting alike.
//
// Texts are compared scalar by scalar, without regard to what is canonically equivalent, so that the order of two texts
// follows from their first difference. Folded are the same characters as by `ilike`.

extension SortOrdering.Comparison {
  /// Compares two texts.
  package func compare(_ left: String, _ right: String) -> Value.Ordering {
    var (left, right) = (left, right)
    return left.withUTF8 { left in right.withUTF8 { compare(left, $0) } }
  }

  /// Compares two UTF-8 texts; with case folding, invalid bytes count as U+FFFD.
  package func compare(
    _ left: UnsafeBufferPointer<UInt8>,
    _ right: UnsafeBufferPointer<UInt8>
  ) -> Value.Ordering {
    if self == .standard {
      // The order of bytes is that of scalars.
      if left.lexicographicallyPrecedes(right) { return .less }
      return right.lexicographicallyPrecedes(left) ? .greater : .equal
    }
    return compareFolded(left, right)
  }

  /// How far each of two texts is compared.
  private struct Places {
    var left = 0
    var right = 0
  }

  private func compareFolded(
    _ left: UnsafeBufferPointer<UInt8>,
    _ right: UnsafeBufferPointer<UInt8>
  ) -> Value.Ordering {
    var places = Places()
    if let order = compare(left, right, at: &places, fold: { $0 < 0x80 ? $0.foldedASCII : nil }) {
      return order
    }
    let (left, right) = (Self.folded(left[places.left...]), Self.folded(right[places.right...]))
    places = Places()
    return compare(left, right, at: &places, fold: { $0 }) ?? .equal
  }

  /// Compares up to where a unit has no `fold`; `nil` there.
  private func compare<Units: RandomAccessCollection>(
    _ left: Units,
    _ right: Units,
    at places: inout Places,
    fold: (Units.Element) -> Units.Element?
  ) -> Value.Ordering? where Units.Element: FixedWidthInteger, Units.Index == Int {
    while places.left < left.count, places.right < right.count {
      guard let a = fold(left[places.left]), let b = fold(right[places.right]) else { return nil }
      if self == .natural, a.isASCIIDigit, b.isASCIIDigit {
        let (a, b) = (Self.digits(left, &places.left), Self.digits(right, &places.right))
        guard a.count == b.count else { return a.count < b.count ? .less : .greater }
        for (x, y) in zip(left[a], right[b]) where x != y { return x < y ? .less : .greater }
      } else {
        if a != b { return a < b ? .less : .greater }
        places.left += 1
        places.right += 1
      }
    }
    return Value.Ordering(left.count - places.left, right.count - places.right)
  }

  private static func folded(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt32] {
    var result: [UInt32] = []
    result.reserveCapacity(bytes.count)
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if scalar.isASCII {
        result.append(UInt32(UInt8(truncatingIfNeeded: scalar.value).foldedASCII))
      } else {
        result += LikePattern.fold(String(Character(scalar))).unicodeScalars.map(\.value)
      }
    }
    return result
  }

  /// The digits from a place on without leading zeros, so that numbers compare, however long; the place is then behind
  /// them.
  private static func digits<Digits: RandomAccessCollection>(
    _ text: Digits,
    _ index: inout Int
  ) -> Range<Int> where Digits.Element: FixedWidthInteger, Digits.Index == Int {
    while index < text.endIndex, text[index] == 0x30 { index += 1 }
    let start = index
    while index < text.endIndex, text[index].isASCIIDigit { index += 1 }
    return start..<index
  }
}

extension FixedWidthInteger {
  fileprivate var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }
}

extension UInt8 {
  fileprivate var foldedASCII: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
}
