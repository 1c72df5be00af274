import Qualifiers
import RuleEngine

/// The original key and value of a Direct to Web rule, kept in a comment above the translated rule.
///
/// Several spellings there mean the same here; with the comment the rule is written back unchanged.
struct DirectToWebSpelling {
  /// The key there.
  let key: String
  /// The value there.
  let value: String

  private static let mark = "In Direct to Web: "

  /// `In Direct to Web: componentName = ERD2WEditToOneRelationship`.
  var comment: String { "\(Self.mark)\(key) = \(value)" }

  init(key: String, value: String) { (self.key, self.value) = (key, value) }

  /// Reads the spelling from the comment above a rule; `nil` when the comment holds none.
  init?(_ documentation: String?) {
    let lines = documentation?.split(whereSeparator: \.isNewline) ?? []
    guard let line = lines.first(where: { $0.hasPrefix(Self.mark) && $0.contains("=") }) else {
      return nil
    }
    let parts = line.dropFirst(Self.mark.count).split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    let words = parts.map { part in part.filter { $0 != " " } }
    self.init(key: words[0], value: words[1])
  }

  /// `In Direct to Web: [er.directtoweb.assignments.ERDLocalizedAssignment]`: the class behind the value, where another
  /// one would be written back.
  static func comment(ofClass name: String) -> String { "\(mark)[\(name)]" }

  /// The class that the comment above a rule names; `nil` when it names none.
  static func className(in documentation: String?) -> String? {
    let lines = documentation?.split(whereSeparator: \.isNewline) ?? []
    guard let line = lines.first(where: { $0.hasPrefix(mark + "[") && $0.hasSuffix("]") }) else {
      return nil
    }
    return String(line.dropFirst(mark.count + 1).dropLast())
  }

  /// The comment without what it says of spellings; `nil` when nothing is left.
  static func rest(of documentation: String?) -> String? {
    guard let documentation else { return nil }
    let lines = documentation.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let rest = lines.filter { !$0.hasPrefix(mark) }.joined(separator: "\n")
    return rest.isEmpty ? nil : rest
  }
}

extension DirectToWebTable {
  /// How the value of a rule of Direct to Web is spelled there, where that is not the spelling that is written back.
  func spelling(of rule: Rule) -> DirectToWebSpelling? {
    guard let origin = rule.directToWeb, let text = rule.value.constant?.string,
      !text.contains(where: { $0 == " " || $0.isNewline })
    else { return nil }
    if rule.keyName == "labelKey", origin.key == "displayKeyForEntity" {
      return DirectToWebSpelling(key: origin.key, value: text)
    }
    guard let row = row(foreignKey: origin.key, value: .string(text)),
      let first = self.row(key: row.key, value: row.value),
      first.foreignValues.first != .string(text) || first.foreignKey != origin.key
    else { return nil }
    return DirectToWebSpelling(key: origin.key, value: text)
  }
}
