import Diagnostics
import Qualifiers

extension RuleParser {
  /// Warns of characters in texts and comments that turn the direction of what stands behind them.
  ///
  /// With these a line can be made to look like another rule. Elsewhere they are faults already.
  mutating func reportTurns(before end: Int) {
    let source = parser.source
    var offset = turnsEnd
    turnsEnd = max(turnsEnd, end)
    while let place = source.bytes.nextMark(in: offset..<max(offset, turnsEnd)) {
      let length = source.bytes[place] == 0xD8 ? 2 : 3
      offset = place + length
      let span = SourceSpan(place, offset)
      guard let scalar = source.text(in: span).unicodeScalars.first, scalar.turnsDirection,
        isQuoted(place)
      else { continue }
      let mark = scalar.codePoint
      let fault = RuleFault("turned-text", "\(mark) reverses the direction of the text after it")
        .advising("remove it; if the text needs it, write \\u{\(mark.dropFirst(2))}")
      parser.diagnostics.append(fault.diagnostic(.warning, in: source, at: span))
    }
  }

  /// Whether a place is in a comment, or in a token that is good.
  private func isQuoted(_ offset: Int) -> Bool {
    let tokens = parser.keptTokens
    let before = tokens.countBefore { $0.span.start <= offset } - 1
    guard before >= 0, offset < tokens[before].span.end else { return true }
    return !tokens[before].isFaulty
  }
}

extension [UInt8] {
  /// The first byte in `range` that begins U+061C or one of U+2000 to U+207F.
  fileprivate func nextMark(in range: Range<Int>) -> Int? {
    withUnsafeBufferPointer { bytes in
      var offset = range.lowerBound
      while offset < range.upperBound {
        let byte = bytes[offset]
        // Nearly all bytes are below; nothing else is asked of them.
        if byte >= 0xD8, byte == 0xE2 || byte == 0xD8, offset + 1 < bytes.count {
          let next = bytes[offset + 1]
          if byte == 0xE2 ? next & 0xFE == 0x80 : next == 0x9C { return offset }
        }
        offset += 1
      }
      return nil
    }
  }
}
