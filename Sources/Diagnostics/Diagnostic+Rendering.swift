extension Diagnostic {
  /// The name of the text; `nil` when the diagnostic refers to no text.
  package var file: String? { source?.name }

  /// The start of the range, from line 1 and column 1; `nil` when the diagnostic refers to no text.
  package var position: SourcePosition? { source?.position(at: span.start) }

  /// The end of the range, one column past the last; `nil` when the diagnostic refers to no text.
  package var endPosition: SourcePosition? { source?.position(at: span.end) }

  /// The fault as people read it: place and message, the line, if there is one, with a caret under the place, what to do.
  ///
  ///     Movies.rules:3:19: error: unknown key `titel` [unknown-key]
  ///       entity.name = 'Movie' => titel = 'x'
  ///                                ^~~~~
  ///       did you mean `title`?
  ///
  /// Without a final line break. Control characters are made visible.
  package var rendered: String {
    var lines = [summary]
    // Of what could not be read there is no line to show.
    lines += excerpt.map { "  " + $0 }
    if let suggestion { lines.append("  " + visible(suggestion)) }
    return lines.joined(separator: "\n")
  }

  /// The line of the fault and one with a caret below its place; empty without a text.
  private var excerpt: [String] {
    guard let source, let position, !source.bytes.isEmpty else { return [] }
    return Excerpt(source: source, span: span, line: position.line).lines
  }

  /// The message with its remedy, and below it the line of the fault with a caret.
  package var sentenceWithPlace: String {
    ([sentence] + excerpt.map { "  " + $0 }).joined(separator: "\n")
  }

  /// The message with its remedy on one line.
  package var sentence: String {
    visible(message) + (suggestion.map { "; \(visible($0))" } ?? "")
  }

  /// The first line of ``rendered``: place, severity, message and id.
  package var summary: String {
    var place = ""
    if let file, let position { place = "\(visible(file)):\(position.line):\(position.column): " }
    return "\(place)\(severity.rawValue): \(visible(message)) [\(id)]"
  }

  /// The fault for `--format json`: file, line, column, endLine, endColumn, severity, id, message, suggestion.
  package var json: JSON {
    [
      "file": JSON(file),
      "line": position.map { JSON($0.line) } ?? .null,
      "column": position.map { JSON($0.column) } ?? .null,
      "endLine": endPosition.map { JSON($0.line) } ?? .null,
      "endColumn": endPosition.map { JSON($0.column) } ?? .null,
      "severity": .string(severity.rawValue),
      "id": .string(id),
      "message": .string(message),
      "suggestion": JSON(suggestion),
    ]
  }
}

extension Diagnostic: CustomStringConvertible {
  /// The ``rendered`` text.
  public var description: String { rendered }
}

/// The lines printed below a diagnostic: the faulty source line, shortened if long, and carets under the faulty part.
private struct Excerpt {
  let lines: [String]

  /// How many characters of a long line are shown.
  private static let width = 120

  /// How many bytes of a long line are looked at on each side of the place.
  private static let reach = 16 * width

  init(source: SourceText, span: SourceSpan, line: Int) {
    let whole = source.lineSpan(line)
    let start = min(span.start, whole.end)
    let stop = max(min(span.end, whole.end), start)
    let first = source.scalarStart(max(whole.start, start - Self.reach))
    let last = source.scalarStart(min(stop, start + Self.reach))
    let end = source.scalarStart(min(whole.end, stop + Self.reach))
    var before = Array(source.text(in: SourceSpan(first, start)))
    var marked = Array(source.text(in: SourceSpan(start, last)))
    var after = last < stop ? [] : Array(source.text(in: SourceSpan(stop, end)))
    // Indentation says nothing when the line stands alone.
    if first == whole.start { before.removeFirst(before.prefix { $0 == " " || $0 == "\t" }.count) }
    if before.count > Self.width / 2 || first > whole.start {
      before = ["…"] + before.suffix(Self.width / 2)
    }
    if marked.count > Self.width || last < stop { marked = marked.prefix(Self.width) + ["…"] }
    let room = max(0, Self.width - before.count - marked.count)
    if after.count > room { after = after.prefix(room) + ["…"] }
    let padding = before.map { $0 == "\t" ? "\t" : String(repeating: " ", count: cells($0)) }
    let cellCount = marked.reduce(0) { $0 + cells($1) }
    lines = [
      (before + marked + after).map { visible(String($0)) }.joined(),
      padding.joined() + "^" + String(repeating: "~", count: max(0, cellCount - 1)),
    ]
  }
}

extension SourceText {
  /// The offset moved back to where a scalar begins.
  fileprivate func scalarStart(_ offset: Int) -> Int {
    var offset = offset
    while offset > 0, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }
}

extension [Diagnostic] {
  /// The faults as people read them, each with a final line break.
  ///
  /// Shows at most `limit`, errors before warnings; a last line counts the others.
  package func rendered(limit: Int = 100) -> String {
    guard count > limit else { return map { $0.rendered + "\n" }.joined() }
    let shown = (filter { $0.severity == .error } + filter { $0.severity != .error }).prefix(limit)
    let rest = reduce(0) { $0 + $1.count } - shown.reduce(0) { $0 + $1.count }
    return shown.map { $0.rendered + "\n" }.joined() + "and \(rest) more\n"
  }
}

/// The text with what could drive a terminal made visible; tabs stay.
private func visible(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: isDangerous) else { return text }
  return String(
    String.UnicodeScalarView(
      text.unicodeScalars.map { scalar in
        guard isDangerous(scalar) else { return scalar }
        return scalar.value < 0x20
          ? Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}" : "\u{FFFD}"
      }
    )
  )
}

/// Control characters, those that turn the direction of text, and those that cannot be seen.
private func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar {
  case "\t": return false
  case " "..."~": return false
  case "\0"..."\u{9F}": return true
  default: return scalar.isHidden
  }
}

/// How many cells a character takes, near enough for a caret.
private func cells(_ character: Character) -> Int {
  guard let scalar = character.unicodeScalars.first else { return 0 }
  switch scalar.value {
  case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
    return 2
  default: return 1
  }
}
