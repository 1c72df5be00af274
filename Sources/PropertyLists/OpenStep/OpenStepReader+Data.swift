import Diagnostics

extension OpenStepReader {
  /// `<0fbd777 1c2735ae>`, or what GNUstep writes in angle brackets: `<*I5>`, `<*BY>`, `<[base 64]>`.
  mutating func readData() throws(MalformedDocument) -> PropertyList.Content {
    let start = position
    guard let end = bytes[position...].firstIndex(of: UInt8(ascii: ">")) else {
      throw ended(inside: "data", from: start)
    }
    position = end + 1
    let inside = bytes[(start + 1)..<end]
    if inside.first == UInt8(ascii: "*") {
      return try typed(inside.dropFirst(), SourceSpan(start, position))
    }
    if inside.first == UInt8(ascii: "["), inside.last == UInt8(ascii: "]") {
      let text = String(decoding: inside.dropFirst().dropLast(), as: UTF8.self)
      if let data = Base64.decoded(text) { return .data(data) }
      throw fault("this is not base 64", SourceSpan(start, position))
    }
    return .data(try hexadecimal(inside))
  }

  private func hexadecimal(_ digits: ArraySlice<UInt8>) throws(MalformedDocument) -> [UInt8] {
    var data: [UInt8] = []
    var first: Int?
    for index in digits.indices where !isSpace(digits[index]) {
      guard let digit = Character(Unicode.Scalar(digits[index])).hexDigitValue else {
        throw fault(
          "data between `<` and `>` holds hexadecimal digits only",
          SourceSpan(index, index + 1)
        )
      }
      if let high = first {
        data.append(UInt8(high << 4 | digit))
        first = nil
      } else {
        first = digit
      }
    }
    guard first == nil else {
      throw fault(
        "data takes two hexadecimal digits a byte; the last byte has one",
        SourceSpan(digits.endIndex, digits.endIndex + 1)
      )
    }
    return data
  }

  /// GNUstep's `I` integer, `R` real, `B` boolean and `D` date; the value may stand in quotes.
  private func typed(
    _ bytes: ArraySlice<UInt8>,
    _ span: SourceSpan
  ) throws(MalformedDocument) -> PropertyList.Content {
    let text = String(
      decoding: bytes.dropFirst().filter { $0 != UInt8(ascii: "\"") },
      as: UTF8.self
    )
    switch bytes.first {
    case UInt8(ascii: "I"): if let number = Int64(text) { return .integer(number) }
    case UInt8(ascii: "R"): if let number = Double(text) { return .real(number) }
    case UInt8(ascii: "B") where text == "Y" || text == "N": return .boolean(text == "Y")
    case UInt8(ascii: "D"): if let seconds = DateText.seconds(text) { return .date(seconds) }
    default: break
    }
    throw fault("this kind of value is not supported", span)
  }
}
