/// One fault or warning found in a text, ready to be printed or listed.
public struct Diagnostic: Sendable {
  /// How bad it is: errors make a check fail, warnings only with `--strict`.
  public enum Severity: String, Sendable {
    case error, warning, note
  }

  /// How bad it is.
  public var severity: Severity
  /// The stable name of this kind of fault: `unknown-key`.
  public var id: String
  /// One sentence, without the place: what is wrong.
  public var message: String
  /// The text it is about, if any.
  public var source: SourceText?
  /// The range in ``source``.
  public var span: SourceSpan
  /// The remedy, or a similar name that exists.
  public var suggestion: String?
  /// How many faults it stands for: more than one where the others are only counted.
  package var count = 1

  /// A fault at `span` of `source`.
  package init(
    _ severity: Severity,
    id: String,
    _ message: String,
    source: SourceText? = nil,
    span: SourceSpan = SourceSpan(0, 0),
    suggestion: String? = nil
  ) {
    self.severity = severity
    self.id = id
    self.message = Self.shortened(message)
    self.source = source
    self.span = span
    self.suggestion = suggestion.map(Self.shortened)
  }

  /// Returns the first 1000 characters of a text longer than 4000 bytes, so that long names stay readable.
  private static func shortened(_ text: String) -> String {
    text.utf8.count <= 4000 ? text : String(text.prefix(1000)) + "…"
  }
}
