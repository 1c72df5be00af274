package import Diagnostics
package import RuleEnvironment

/// A key that a rule file declares: `key discount: number = 0 "Percent taken off for members."`.
package struct KeyDeclaration: Sendable {
  /// The name in rule files.
  package let name: String
  /// The key.
  package private(set) var key: any AnyKey
  /// The layer of the file; what the layers user and live declare is there for their own rules only.
  package let layer: Layer
  /// The file.
  package let source: SourceText
  /// The whole declaration in the file.
  package let span: SourceSpan
  /// The ids of lints that a comment keeps quiet about it.
  let allowedLints: Set<String>

  /// The file and line.
  package var place: String { "\(source.name):\(source.lineNumber(at: span.start))" }

  /// Whether the other stands in the same place: the same, read once more.
  func isSame(as other: KeyDeclaration) -> Bool {
    name == other.name && source.name == other.source.name && span == other.span
  }

  /// Returns the declaration with the key of an equal former declaration, so that reloading a file creates no new keys.
  func reusing(_ former: [KeyDeclaration]) -> KeyDeclaration {
    let alike = former.first {
      $0.name == name && $0.key.typeName == key.typeName && $0.key.summary == key.summary
        && $0.key.defaultRuleValue == key.defaultRuleValue
    }
    guard let alike else { return self }
    var declaration = self
    declaration.key = alike.key
    return declaration
  }
}
