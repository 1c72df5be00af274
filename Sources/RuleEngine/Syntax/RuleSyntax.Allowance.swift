package import Diagnostics

extension RuleSyntax {
  /// A parsed `allow(unreachable): kept for the old screens` in a comment: the warnings to suppress and the reason.
  package struct Allowance {
    package var ids: [String]
    package var reason: String
    package var span: SourceSpan
  }
}

extension RuleSyntax.Allowance {
  /// Parses a comment line such as `allow(id, id): reason`; `nil` for any other line.
  init?(_ line: String, span: SourceSpan) {
    guard line.hasPrefix("allow("), let end = line.firstIndex(of: ")") else { return nil }
    let list = line[..<end].dropFirst("allow(".count)
    ids = list.split { $0 == "," || $0.isWhitespace }.map(String.init)
    let rest = line[end...].dropFirst().drop { $0 == ":" || $0.isWhitespace }
    reason = String(rest)
    self.span = span
  }
}
