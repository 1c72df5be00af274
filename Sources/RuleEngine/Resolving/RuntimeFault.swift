import Diagnostics
import Qualifiers
import RuleEnvironment

/// The diagnostics for rule faults that show only at run time: cycles, missing required keys, wrong types and widened
/// permissions.
///
/// `RuleResolver` adds them to its faults.
enum RuntimeFault {
  /// A key that is needed to answer itself.
  static func cycle(_ chain: [any AnyKey], _ model: RuleModel) -> Diagnostic {
    let names = chain.map { model.vocabulary.name(of: $0) ?? "?" }
    let rule = zip(chain, names.dropFirst()).lazy.compactMap { key, next in
      model.rules(for: key).first { $0.reads(next) }
    }.first
    return RuleFault("cycle", "these keys need each other: \(names.joined(separator: " -> "))")
      .advising("give one of them a value that does not read the others")
      .diagnostic(of: rule)
  }

  /// A required key without a value in the scope.
  static func required(_ name: String, _ reader: String?) -> Diagnostic {
    let place = reader.map { ", which \($0) reads" } ?? ""
    return RuleFault("required-key", "nobody set `\(name)`" + place)
      .advising("set it with .environment(\\.\(name), …) in an outer view")
      .diagnostic(of: nil)
  }

  /// A value that is none of the key's.
  static func wrongType(_ rule: Rule, _ value: Value) -> Diagnostic {
    let refusal = rule.key.refusal.map { "it counts as \($0), which forbids" }
    let takes = "`\(rule.keyName)` takes \(rule.key.typeName)"
    return RuleFault("wrong-type", "\(takes), but this gave \(value.summary)")
      .advising(refusal ?? "the next rule for it was used instead")
      .diagnostic(of: rule)
  }

  /// A permission that a layer tried to widen which may only narrow.
  static func widened(_ rule: Rule) -> Diagnostic {
    RuleFault.widens(rule.keyName, layer: rule.layer, rule.key.narrowing ?? .never)
      .diagnostic(of: rule)
  }
}

extension Expression {
  /// Whether it reads the answer of the next rule.
  var readsNext: Bool {
    var found = false
    eachExpression { if $0.kind == .next { found = true } }
    return found
  }
}

extension Rule {
  /// Whether the condition or the value reads `now`.
  var readsNow: Bool {
    var found = false
    let look = { (expression: Expression) in if expression.kind == .now { found = true } }
    condition.eachExpression(look)
    value.eachExpression(look)
    return found
  }

  /// Whether the condition or the value is computed by a closure.
  var runsClosure: Bool { Reads(condition).runsClosure || Reads(value).runsClosure }

  /// Whether the condition or the value reads the key called `name`.
  func reads(_ name: String) -> Bool { readKeys.contains(name) }

  /// The keys that the condition or the value reads.
  package var readKeys: Set<String> { Set(readPaths.map(\.first)) }

  /// Every path that is read from the context, at most once in the condition and once in the value.
  var readPaths: [PropertyPath] { Reads(condition).allPaths + Reads(value).allPaths }
}
