import Synchronization

/// A text with a name, in which places are given as line and column.
///
/// Lines end at a line feed, a carriage return, or both.
public final class SourceText: Sendable {
  /// The name in messages: a path as the user gave it, or `<live>`, `--set`.
  public let name: String
  /// The whole text.
  public let text: String
  /// The text in UTF-8, which all offsets count.
  package let bytes: [UInt8]
  /// The number of the first line; not 1 where the text is a part of something longer.
  package let firstLine: Int
  /// UTF-8 offsets at which lines begin; the first is 0.
  private let lineStarts: [Int]
  /// A place whose column was counted: what comes behind it on a long line is counted from there.
  private let counted = Mutex((offset: 0, column: 1))

  /// Indexes `text` by line; the first is called `firstLine`.
  public init(name: String, text: String, firstLine: Int = 1) {
    self.name = name
    self.firstLine = firstLine
    self.text = text
    bytes = Array(text.utf8)
    var starts = [0]
    bytes.withUnsafeBufferPointer { bytes in
      for offset in bytes.indices where bytes[offset] <= UInt8(ascii: "\r") {
        if bytes.endsLine(at: offset) { starts.append(offset + 1) }
      }
    }
    lineStarts = starts
  }

  /// How many lines there are; an empty text has one.
  package var lineCount: Int { lineStarts.count }

  /// The line (from ``firstLine``) of a UTF-8 offset; takes the logarithm of the number of lines.
  package func lineNumber(at offset: Int) -> Int {
    let offset = clamped(offset)
    return lineStarts.countBefore { $0 <= offset } - 1 + firstLine
  }

  /// The line (from ``firstLine``) and column (from 1, in characters) of a UTF-8 offset.
  ///
  /// Takes the length of the line, or the distance from the place asked for before on that line.
  public func position(at offset: Int) -> SourcePosition {
    let offset = clamped(offset)
    let line = lineNumber(at: offset)
    let start = lineStarts[line - firstLine]
    let column = counted.withLock { counted in
      if counted.offset < start || counted.offset > offset { counted = (start, 1) }
      let pin = lastPin(in: counted.offset..<offset)
      counted = (pin, counted.column + count(counted.offset..<pin))
      return counted.column + count(pin..<offset)
    }
    return SourcePosition(line: line, column: column)
  }

  private func clamped(_ offset: Int) -> Int { min(max(offset, 0), bytes.count) }

  private func count(_ range: Range<Int>) -> Int {
    String(decoding: bytes[range], as: UTF8.self).count
  }

  /// The last place in `range` where a character surely ends, so that the two sides can be counted apart; else its start.
  private func lastPin(in range: Range<Int>) -> Int {
    var pin = range.upperBound
    while pin > range.lowerBound + 1 {
      if bytes[pin - 1].isPrintable, pin < bytes.count, bytes[pin].isPrintable { return pin }
      pin -= 1
    }
    return range.lowerBound
  }

  /// The text of a line (from ``firstLine``) without its line break; empty when there is none.
  package func line(_ number: Int) -> String {
    let span = lineSpan(number)
    return text(in: span)
  }

  /// Returns the range of a line (counted from ``firstLine``), without its line break.
  package func lineSpan(_ line: Int) -> SourceSpan {
    let number = line - firstLine + 1
    guard number >= 1, number <= lineStarts.count else {
      return SourceSpan(bytes.count, bytes.count)
    }
    let start = lineStarts[number - 1]
    guard number < lineStarts.count else { return SourceSpan(start, bytes.count) }
    let end = lineStarts[number] - 1
    let isPair = end > start && bytes[end] == UInt8(ascii: "\n")
    return SourceSpan(start, isPair && bytes[end - 1] == UInt8(ascii: "\r") ? end - 1 : end)
  }

  /// The text of a stretch; what lies outside the text is left out.
  package func text(in span: SourceSpan) -> String {
    let start = min(max(span.start, 0), bytes.count)
    let end = min(max(span.end, start), bytes.count)
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether a line ends with the byte at `offset`: a line feed, or a carriage return before none.
  fileprivate func endsLine(at offset: Int) -> Bool {
    switch self[offset] {
    case UInt8(ascii: "\n"): true
    case UInt8(ascii: "\r"): offset + 1 == count || self[offset + 1] != UInt8(ascii: "\n")
    default: false
    }
  }
}

extension UInt8 {
  /// An ASCII character that joins no other.
  fileprivate var isPrintable: Bool { self >= 0x20 && self < 0x7F }
}

/// A place in a text: line and column, both from 1; columns count characters.
public struct SourcePosition: Sendable, Hashable {
  /// The line, from 1.
  public var line: Int
  /// The column, from 1, in characters.
  public var column: Int

  /// A place.
  package init(line: Int, column: Int) {
    (self.line, self.column) = (line, column)
  }
}

/// A stretch of a text: UTF-8 offsets, the end excluded.
public struct SourceSpan: Sendable, Hashable {
  /// The first offset.
  public var start: Int
  /// The offset after the last.
  public var end: Int

  /// A stretch from `start` up to but without `end`.
  package init(_ start: Int, _ end: Int) {
    (self.start, self.end) = (start, end)
  }

  /// The stretch from the start of this one to the end of `other`.
  package func extended(to other: SourceSpan) -> SourceSpan {
    SourceSpan(start, max(end, other.end))
  }
}
