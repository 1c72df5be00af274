import Diagnostics
import Qualifiers
import RuleEnvironment

extension RuleChecker {
  /// The key that a file declares, when its type exists, the default is of that type and its purpose is told.
  mutating func declaration(of syntax: KeySyntax) -> KeyDeclaration? {
    begin(syntax.allowances)
    guard let type = DeclaredType(named: syntax.type) else {
      let names = DeclaredType.names.filter { !$0.contains(" of ") && !$0.hasSuffix("null") }
      let near = nearest(to: syntax.type, in: DeclaredType.names)
      report(.unknownType(syntax.type, near: near, all: names), at: syntax.typeSpan)
      return nil
    }
    guard let value = syntax.value.constant else {
      report(.computedDefault(syntax.name), at: syntax.value.span)
      return nil
    }
    guard let key = type.key(defaultingTo: value, syntax.summary) else {
      report(typeFault(value, in: type, named: syntax.name), at: syntax.value.span)
      return nil
    }
    guard syntax.summary.contains(where: { !$0.isWhitespace }) else {
      report(.unexplainedKey(syntax.name), at: syntax.summarySpan)
      return nil
    }
    return KeyDeclaration(
      name: syntax.name,
      key: key,
      layer: layer,
      source: source,
      span: syntax.span,
      allowedLints: allowedLints
    )
  }

  private func typeFault(_ value: Value, in type: DeclaredType, named name: String) -> RuleFault {
    if value.isNull {
      return RuleFault("wrong-type", "`\(name)` takes \(type.name), not null")
        .advising("write: key \(name): \(type.name) or null = null")
    }
    let corrected = Self.corrections(of: value).first { type.key(defaultingTo: $0, "") != nil }
    return .wrongType(
      name,
      takes: type.name,
      got: value.summary,
      corrected: corrected.map { "key \(name): \(type.name) = \($0.literal)" }
    )
  }
}

extension RuleFault {
  fileprivate static func unknownType(_ name: String, near: String?, all: [String]) -> RuleFault {
    RuleFault("unknown-type", "a key cannot be of the type `\(name)`")
      .advising(
        near: near,
        else:
          "it is one of \(all.joined(separator: ", ")), `list of …`, `dictionary of …` or `… or null`"
      )
  }

  fileprivate static func computedDefault(_ name: String) -> RuleFault {
    RuleFault("wrong-type", "the default of `\(name)` is not a constant")
      .advising(
        "use a text, number, true, false, null or list; compute the rest in a rule"
      )
  }

  fileprivate static func unexplainedKey(_ name: String) -> RuleFault {
    RuleFault("unexplained-key", "`\(name)` has no description")
      .advising("write one sentence between the quotes")
  }

  /// A key is declared whose name is taken; `place` is where by another file, else by the program.
  static func declaredTwice(_ name: String, place: String?) -> RuleFault {
    RuleFault(
      "declared-twice",
      place.map { "the key `\(name)` is already declared in \($0)" }
        ?? "a key `\(name)` already exists"
    )
    .advising(
      place == nil
        ? "`\(ProgramName.current) keys` lists every key; choose another name"
        : "remove one of them"
    )
  }
}
