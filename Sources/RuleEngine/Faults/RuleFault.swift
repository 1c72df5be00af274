package import Diagnostics
import Qualifiers
package import RuleEnvironment

/// An error in a rule that was read: the id of its kind, a message and an optional suggestion.
///
/// Its extensions hold the wording of all such errors.
package struct RuleFault: Error {
  package var id: String
  package var message: String
  package var suggestion: String?
  /// The word that is no key, where that is what is wrong.
  var unknownKey: String?

  package init(_ id: String, _ message: String) { (self.id, self.message) = (id, message) }

  /// Returns the fault with a suggestion.
  package func advising(_ suggestion: String?) -> Self {
    var fault = self
    fault.suggestion = suggestion
    return fault
  }

  /// Returns the fault with a similar name as suggestion, or else other advice.
  func advising(near name: String?, else advice: String) -> Self {
    advising(name.map { "did you mean `\($0)`?" } ?? advice)
  }

  private func of(unknownKey name: String) -> Self {
    var fault = self
    fault.unknownKey = name
    return fault
  }

  /// The fault as it is told of a place in a file.
  package func diagnostic(
    _ severity: Diagnostic.Severity = .error,
    in source: SourceText,
    at span: SourceSpan = SourceSpan(0, 0)
  ) -> Diagnostic {
    Diagnostic(severity, id: id, message, source: source, span: span, suggestion: suggestion)
  }

  /// The fault as it is told of a rule, where one is to blame.
  package func diagnostic(
    _ severity: Diagnostic.Severity = .error,
    of rule: Rule?
  ) -> Diagnostic {
    guard let rule else { return Diagnostic(severity, id: id, message, suggestion: suggestion) }
    return diagnostic(severity, in: rule.source, at: rule.assignmentSpan)
  }

  static func unknownKey(_ name: String, near: String?) -> RuleFault {
    RuleFault("unknown-key", "unknown key `\(name)`")
      .advising(
        near.map { "did you mean `\($0)`?" } ?? foreignLetter(in: name)
          ?? "`\(ProgramName.current) keys` lists every key"
      )
      .of(unknownKey: name)
  }

  /// Returns a warning about a non-Latin letter in a name that also has ASCII letters; `nil` when there is none.
  private static func foreignLetter(in name: String) -> String? {
    let letters = name.unicodeScalars.filter(\.properties.isAlphabetic)
    guard letters.contains(where: \.isASCII), let other = letters.first(where: { $0.value > 0x24F })
    else { return nil }
    return "`\(other)` is \(other.codePoint), not a Latin letter; retype it if you mean one"
  }

  /// A class behind a value that nothing here reads.
  package static func unknownClass(_ name: String) -> RuleFault {
    RuleFault(
      "unknown-class",
      "the assignment class `\(name)` has no counterpart, so this rule does nothing"
    )
    .advising("write the value as an expression")
  }

  static func keyPathAssigned(_ path: PropertyPath) -> RuleFault {
    RuleFault("not-assignable", "a rule sets a key, not a property of it: `\(path)`")
      .advising("set `\(path.first)`")
  }

  static func notAssignable(_ name: String) -> RuleFault {
    RuleFault("not-assignable", "`\(name)` is set by the program, not by rules")
      .advising("use it in a condition")
  }

  static func siteKey(_ name: String, layer: Layer) -> RuleFault {
    RuleFault(
      "site-key",
      "only rules of the site set `\(name)`, not the layer \(layer.title)"
    )
    .advising("move it to a file in /etc/d2t")
  }

  static func unquotedWord(_ word: String, near: String?, corrected: String) -> RuleFault {
    let quoted = "for the text write: \(corrected)"
    return RuleFault("unquoted-word", "`\(word)` is not a key")
      .advising(near.map { "did you mean the key `\($0)`? \(quoted)" } ?? quoted)
      .of(unknownKey: word)
  }

  static func bareProperty(_ path: PropertyPath) -> RuleFault {
    RuleFault("unknown-key", "`\(path)` is not a key, but a property of objects")
      .advising("write `\(RuleSchema.objectKey).\(path)`")
  }

  static func unknownMember(_ member: String, of name: String, near: String?, all: [String])
    -> RuleFault
  {
    let list = all.prefix(12).joined(separator: ", ")
    return RuleFault("unknown-key", "`\(name)` has no `\(member)`")
      .advising(
        near.map { "did you mean `\(name).\($0)`?" }
          ?? (all.isEmpty ? "it has no properties" : "it has \(list)")
      )
  }

  static func wrongType(
    _ name: String,
    takes type: String,
    got: String,
    corrected: String? = nil
  ) -> RuleFault {
    RuleFault("wrong-type", "`\(name)` takes \(type), not \(got)")
      .advising(corrected.map { "write: \($0)" })
  }

  static func comparedWrongly(
    _ name: String,
    _ type: String,
    got: String,
    hasName: Bool
  ) -> RuleFault {
    RuleFault("wrong-type", "`\(name)` is \(type) and never equals \(got)")
      .advising(hasName ? "write: \(name).name = \(got)" : nil)
  }

  static func notAllowed(_ value: String, _ name: String, allowed: [String], near: String?)
    -> RuleFault
  {
    RuleFault("not-allowed", "`\(name)` cannot be \(value)")
      .advising(
        near.map { "did you mean '\($0)'?" }
          ?? "it is one of \(allowed.joined(separator: ", "))"
      )
  }

  static func unknownName(
    _ name: String,
    in domain: NameDomain,
    near: String?,
    all: [String]?
  ) -> RuleFault {
    let meant = near.map { "did you mean '\($0)'?" }
    let existing = all.map {
      "there are \(existingNames(nearestTo: name, in: $0)); `\(ProgramName.current) catalog \(domain)` lists them"
    }
    let parts = [meant, existing].compactMap(\.self)
    return RuleFault(domain.faultID, "there is no \(domain.title) `\(name)`")
      .advising(parts.isEmpty ? nil : parts.joined(separator: " "))
  }

  static func missingProperty(_ step: String, of entity: String?, near: String?) -> RuleFault {
    guard !step.hasPrefix("@") else {
      return RuleFault("unknown-property", "rules do not compute `\(step)`")
        .advising("write it behind related rows: `object.items.@sum.price`")
    }
    return RuleFault(
      "unknown-property",
      entity.map { "`\($0)` has no `\(step)`" }
        ?? "no entity of this rule has `\(step)`"
    )
    .advising(near: near, else: "`\(ProgramName.current) model show` lists the properties")
  }

  static func openAggregate(of aggregate: PathAggregate, reading variable: PropertyPath)
    -> RuleFault
  {
    RuleFault(
      "wrong-type",
      "rows related to `object` are summarized by the database, which has no `$\(variable)`"
    )
    .advising("compare with constants, or with properties of \(aggregate.path)")
  }

  static func widens(_ name: String, layer: Layer, _ narrowing: Narrowing) -> RuleFault {
    RuleFault(
      "widens-permission",
      "rules of the layer \(layer.title) may only narrow `\(name)`"
    )
    .advising(narrowing.advice)
  }

  static var allowedWithoutReason: RuleFault {
    RuleFault("bad-allow", "`allow` needs a reason to take effect")
      .advising("write: // allow(unreachable): why this rule stays")
  }

  static func unknownLint(_ id: String, near: String?) -> RuleFault {
    RuleFault("bad-allow", "there is no lint `\(id)` to allow")
      .advising(near: near, else: "`\(ProgramName.current) rules lints` lists them")
  }

  static func pathExpected(_ path: PropertyPath) -> RuleFault {
    RuleFault(
      "wrong-type",
      "an expectation takes keys, not their properties: `\(path)`"
    )
    .advising("write `\(path.first) = …`")
  }

  static func notConstant(_ name: String) -> RuleFault {
    RuleFault("wrong-type", "an expectation needs a constant value for `\(name)`")
      .advising("write a text, a number, true, false, null or a list of them")
  }
}

extension NameDomain {
  /// Whether its names come with the program, so that `d2t catalog` lists them.
  package var isListable: Bool {
    switch self {
    case .entity, .property, .sortOrdering, .groups, .section, .menuSection, .farAttribute: false
    case .page, .pageWrapper, .rowComponent, .component, .debugComponent, .formatter, .color,
      .look, .command, .task:
      true
    }
  }

  /// The word for one name of the domain in messages.
  package var title: String {
    switch self {
    case .pageWrapper: "page wrapper"
    case .rowComponent: "row component"
    case .debugComponent: "debug component"
    case .sortOrdering, .groups: "property"
    case .farAttribute: "attribute"
    default: rawValue
    }
  }

  /// The id of the fault that an unknown name is.
  var faultID: String {
    switch self {
    case .page, .pageWrapper: "unknown-page"
    case .component, .rowComponent, .debugComponent: "unknown-component"
    case .sortOrdering, .groups, .farAttribute: "unknown-property"
    default: "unknown-\(rawValue)"
    }
  }
}

extension NameDomain {
  /// Whether its names are those of a database.
  var isOfModel: Bool {
    switch self {
    case .entity, .property, .sortOrdering, .groups, .section, .menuSection, .farAttribute: true
    default: false
    }
  }

  /// The domain of the names listed under a section title; `nil` for a domain without titles.
  package var listed: NameDomain? {
    switch self {
    case .section: .property
    case .menuSection: .entity
    default: nil
    }
  }
}

extension Narrowing {
  var advice: String {
    switch self {
    case .onlyToFalse: "it can be made false here"
    case .onlyToTrue: "it can be made true here"
    case .onlyFewer: "names can be left out here"
    case .onlyMore: "names can be added here"
    case .onlyConjunction: "a condition here is added with `and`"
    case .onlyFromNull: "it can be set here only if it is not set elsewhere"
    case .never: "set it in a rule of the application or the site"
    }
  }
}
