import Diagnostics

/// Validation of JSON texts, with the place and message of the first error.
package enum JSONText {
  /// Returns the first error in a JSON text with its line and column; `nil` for valid JSON.
  ///
  /// Text nested deeper than the parser's limit is not checked and counts as valid.
  package static func problem(with text: String) -> String? {
    guard depth(of: text) < JSONDocument.depthLimit else { return nil }
    let source = SourceText(name: "JSON", text: text)
    let (document, faults) = JSONDocument.read(source)
    guard document == nil else { return nil }
    guard let fault = faults.last else { return "not JSON" }
    let place = source.position(at: fault.span.start)
    return "not JSON: \(fault.message), line \(place.line), column \(place.column)"
  }

  /// How deep brackets stand in each other, at most; what is deeper than is read here may be right all the same.
  private static func depth(of text: String) -> Int {
    var (depth, deepest, isInString, isEscaped) = (0, 0, false, false)
    for byte in text.utf8 {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\") where isInString: isEscaped = true
      case UInt8(ascii: "\""): isInString.toggle()
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        if !isInString { depth += 1 }
        deepest = max(deepest, depth)
      case UInt8(ascii: "]"), UInt8(ascii: "}"): if !isInString { depth -= 1 }
      default: break
      }
    }
    return deepest
  }
}
