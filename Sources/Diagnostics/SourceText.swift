/// A text with a name, in which places are given as line and column.
public final class SourceText: Sendable {
  /// What messages call the text: a path as the user gave it, or `<live>`, `--set`.
  public let name: String
  /// The whole text.
  public let text: String
  /// UTF-8 offsets at which lines begin; the first is 0.
  private let lineStarts: [Int]

  /// Indexes `text` by line.
  public init(name: String, text: String) {
    self.name = name
    self.text = text
    var starts = [0]
    for (offset, byte) in text.utf8.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(offset + 1)
    }
    lineStarts = starts
  }

  /// The line and column (both from 1, columns in characters) of a UTF-8 offset.
  public func position(at offset: Int) -> SourcePosition {
    let offset = min(max(offset, 0), text.utf8.count)
    var (low, high) = (0, lineStarts.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle - 1 }
    }
    let start = text.utf8.index(text.startIndex, offsetBy: lineStarts[low])
    let end = text.utf8.index(text.startIndex, offsetBy: offset)
    return SourcePosition(line: low + 1, column: text[start..<end].count + 1)
  }

  /// The text of a line (from 1) without its line break; empty when there is none.
  public func line(_ number: Int) -> String {
    guard number >= 1, number <= lineStarts.count else { return "" }
    let start = text.utf8.index(text.startIndex, offsetBy: lineStarts[number - 1])
    return String(text[start...].prefix { !$0.isNewline })
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
}
