// How texts stand to each other, for memory and for the database's sorting alike.
//
// Texts are compared scalar by scalar, without regard to what is canonically equivalent, so that the order of two texts
// follows from their first difference. Folded are the same characters as by `ilike`.

extension SortOrdering.Comparison {
  /// Which of two texts stands before the other.
  public func compare(_ left: String, _ right: String) -> Value.Ordering {
    var (left, right) = (left, right)
    return left.withUTF8 { left in right.withUTF8 { compare(left, $0) } }
  }

  /// Which of two texts, in UTF-8, stands before the other; bytes that are no text are U+FFFD where case is folded.
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

  private func compareFolded(
    _ left: UnsafeBufferPointer<UInt8>,
    _ right: UnsafeBufferPointer<UInt8>
  ) -> Value.Ordering {
    var (i, j) = (0, 0)
    while i < left.count, j < right.count {
      let (a, b) = (left[i], right[j])
      guard a < 0x80, b < 0x80 else {
        return compareScalars(Self.folded(left[i...]), Self.folded(right[j...]))
      }
      if self == .natural, a.isASCIIDigit, b.isASCIIDigit {
        let order = Self.compareNumbers(left, &i, right, &j)
        if order != .equal { return order }
        continue
      }
      let (x, y) = (a.foldedASCII, b.foldedASCII)
      if x != y { return x < y ? .less : .greater }
      i += 1
      j += 1
    }
    return Value.Ordering(left.count - i, right.count - j)
  }

  /// The same for texts with other characters than those of ASCII.
  private func compareScalars(_ left: [UInt32], _ right: [UInt32]) -> Value.Ordering {
    var (i, j) = (0, 0)
    while i < left.count, j < right.count {
      let (a, b) = (left[i], right[j])
      if self == .natural, a.isASCIIDigit, b.isASCIIDigit {
        let order = Self.compareNumbers(left, &i, right, &j)
        if order != .equal { return order }
        continue
      }
      if a != b { return a < b ? .less : .greater }
      i += 1
      j += 1
    }
    return Value.Ordering(left.count - i, right.count - j)
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

  /// Compares two runs of digits by the number they write, however long, and passes them when they are equal.
  private static func compareNumbers<Digits: RandomAccessCollection>(
    _ left: Digits,
    _ i: inout Int,
    _ right: Digits,
    _ j: inout Int
  ) -> Value.Ordering where Digits.Element: FixedWidthInteger, Digits.Index == Int {
    let (a, b) = (digits(left, &i), digits(right, &j))
    guard a.count == b.count else { return a.count < b.count ? .less : .greater }
    for (x, y) in zip(left[a], right[b]) where x != y { return x < y ? .less : .greater }
    return .equal
  }

  /// The digits from a place on without leading zeros; the place is then behind them.
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
