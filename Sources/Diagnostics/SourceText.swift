/// A text with a name, in which places are given as line and column.
public final class SourceText: Sendable {
  /// What messages call the text: a path as the user gave it, or `<live>`, `--set`.
  public let name: String
  /// The whole text.
  public let text: String
  /// The text in UTF-8, which all offsets count.
  public let bytes: [UInt8]
  /// The number of the first line; not 1 where the text is a part of something longer.
  public let firstLine: Int
  /// UTF-8 offsets at which lines begin; the first is 0.
  private let lineStarts: [Int]

  /// Indexes `text` by line; the first is called `firstLine`.
  public init(name: String, text: String, firstLine: Int = 1) {
    self.name = name
    self.firstLine = firstLine
    self.text = text
    bytes = Array(text.utf8)
    var starts = [0]
    bytes.withUnsafeBufferPointer { bytes in
      for offset in bytes.indices where bytes[offset] == UInt8(ascii: "\n") {
        starts.append(offset + 1)
      }
    }
    lineStarts = starts
  }

  /// How many lines there are; an empty text has one.
  public var lineCount: Int { lineStarts.count }

  /// The line (from ``firstLine``) and column (from 1, in characters) of a UTF-8 offset.
  ///
  /// Takes the logarithm of the number of lines, and the length of one line.
  public func position(at offset: Int) -> SourcePosition {
    let offset = min(max(offset, 0), bytes.count)
    var (low, high) = (0, lineStarts.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle - 1 }
    }
    let before = String(decoding: bytes[lineStarts[low]..<offset], as: UTF8.self)
    return SourcePosition(line: low + firstLine, column: before.count + 1)
  }

  /// The text of a line (from ``firstLine``) without its line break; empty when there is none.
  public func line(_ number: Int) -> String {
    let span = lineSpan(number)
    return text(in: span)
  }

  /// Where a line (from ``firstLine``) stands, without its line break.
  public func lineSpan(_ line: Int) -> SourceSpan {
    let number = line - firstLine + 1
    guard number >= 1, number <= lineStarts.count else {
      return SourceSpan(bytes.count, bytes.count)
    }
    let start = lineStarts[number - 1]
    var end = number < lineStarts.count ? lineStarts[number] - 1 : bytes.count
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return SourceSpan(start, end)
  }

  /// The text of a stretch; what lies outside the text is left out.
  public func text(in span: SourceSpan) -> String {
    let start = min(max(span.start, 0), bytes.count)
    let end = min(max(span.end, start), bytes.count)
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}

/// A place in a text: line and column, both from 1; columns count characters.
public struct SourcePosition: Sendable, Hashable {
  /// The line, from 1.
  public var line: Int
  /// The column, from 1, in characters.
  public var column: Int

  /// A place.
  public init(line: Int, column: Int) {
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
  public init(_ start: Int, _ end: Int) {
    (self.start, self.end) = (start, end)
  }

  /// The stretch from the start of this one to the end of `other`.
  public func extended(to other: SourceSpan) -> SourceSpan {
    SourceSpan(start, max(end, other.end))
  }
}
