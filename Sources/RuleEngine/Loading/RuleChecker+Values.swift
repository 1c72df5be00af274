import Diagnostics
import struct FoundationEssentials.Date
package import Qualifiers
import RuleEnvironment

extension RuleChecker {
  /// Judges what is assigned to a key: its names and, as far as it can be told, its type.
  mutating func check(_ value: Expression, for key: any AnyKey, named name: String) {
    if let constant = value.constant {
      return checkConstant(constant, of: value, for: key, named: name)
    }
    switch value.kind {
    case .path(let path):
      checkAlias(path, at: value.span, for: key, named: name)
    case .conditional(let test, let positive, let negative):
      checkCondition(test)
      check(positive, for: key, named: name)
      check(negative, for: key, named: name)
    case .condition(let test):
      checkCondition(test)
      if key.decode(.bool(true)) == nil {
        report(.wrongType(name, takes: key.typeName, got: "true or false"), at: value.span)
      }
    case .qualifier(let qualifier):
      checkVariables(of: qualifier)
      if key.decode(.qualifier(qualifier)) == nil {
        report(.wrongType(name, takes: key.typeName, got: "a qualifier"), at: value.span)
      }
    case .template(let parts):
      for part in parts { checkOperand(part) }
      if key.decode(.string("x")) == nil, key.allowedValues.isEmpty {
        report(.wrongType(name, takes: key.typeName, got: "text"), at: value.span)
      }
    case .now, .today, .dateOffset:
      checkOperand(value)
      if key.decode(.date(Date(timeIntervalSince1970: 0))) == nil {
        report(.wrongType(name, takes: key.typeName, got: "a date"), at: value.span)
      }
    case .list, .dictionary, .variable, .literal, .computed: checkOperand(value)
    }
  }

  // MARK: Constants

  private mutating func checkConstant(
    _ constant: Value,
    of value: Expression,
    for key: any AnyKey,
    named name: String
  ) {
    guard key.decode(constant) != nil else {
      return report(typeFault(constant, for: key, named: name), at: value.span)
    }
    if !key.allowedValues.isEmpty, !isAllowed(constant, by: key) {
      return report(notAllowed(constant, for: key, named: name), at: value.span)
    }
    if let domain = key.names { checkNames(in: value, domain) }
  }

  /// An enumeration refuses what it does not list: then the list is what helps.
  private func typeFault(_ constant: Value, for key: any AnyKey, named name: String) -> RuleFault {
    if !key.allowedValues.isEmpty, case .string = constant {
      return notAllowed(constant, for: key, named: name)
    }
    return .wrongType(name, takes: key.typeName, got: constant.summary)
  }

  private func isAllowed(_ constant: Value, by key: any AnyKey) -> Bool {
    if key.allowedValues.contains(constant) { return true }
    guard case .list(let elements) = constant else { return constant.isNull }
    return elements.allSatisfy(key.allowedValues.contains)
  }

  func notAllowed(_ constant: Value, for key: any AnyKey, named name: String) -> RuleFault {
    let allowed = key.allowedValues.map(\.summary)
    let near = constant.string.flatMap {
      nearest(to: $0, in: key.allowedValues.compactMap(\.string))
    }
    return .notAllowed(constant.summary, name, allowed: allowed, near: near)
  }

  /// Judges each text of a constant as a name.
  mutating func checkNames(in value: Expression, _ domain: NameDomain) {
    if domain == .entity || domain == .property, layer.servesAnyDatabase { return }
    switch value.kind {
    case .literal(.string(let text)):
      guard !text.isEmpty, !names.contains(text, in: domain) else { return }
      let word = text.hasPrefix("-") ? String(text.dropFirst()) : text
      let near = names[domain].flatMap { nearest(to: word, in: $0) }
      // Rules may invent tasks; one that is nearly the name of another is a slip of the pen.
      if domain == .task, near == nil { return }
      let severity: Diagnostic.Severity = domain == .task ? .warning : .error
      report(.unknownName(text, in: domain, near: near), at: value.span, severity)
    case .list(let elements):
      for element in elements { checkNames(in: element, domain) }
    default: break
    }
  }

  // MARK: Aliases

  private mutating func checkAlias(
    _ path: PropertyPath,
    at span: SourceSpan?,
    for key: any AnyKey,
    named name: String
  ) {
    guard let other = vocabulary[path.first] else {
      let near = nearestKey(to: path.first)
      let fault: RuleFault =
        path.components.count == 1
        ? .unquotedWord(path.first, near: near) : .unknownKey(path.first, near: near)
      return report(fault, at: span)
    }
    checkMembers(path, of: other, at: span)
    guard path.components.count == 1, let type = other.plainTypeName,
      let wanted = key.plainTypeName, type != wanted
    else { return }
    report(
      .wrongType(name, takes: key.typeName, got: "\(other.typeName) (`\(path.first)`)"),
      at: span
    )
  }
}

extension AnyKey {
  /// The name of its type when another name means that no value fits both.
  fileprivate var plainTypeName: String? {
    let suffix = " or null"
    let name = typeName.hasSuffix(suffix) ? String(typeName.dropLast(suffix.count)) : typeName
    switch name {
    case "text", "true or false": return allowedValues.isEmpty ? name : nil
    case "whole number", "number": return "number"
    case _ where name.hasPrefix("list of "): return "list"
    default: return nil
    }
  }
}

extension Value {
  /// The value in a message: short, and in quotes when it is text.
  package var summary: String {
    switch self {
    case .string(let text): "'\(text.prefix(40))'"
    case .list(let values):
      "[" + values.prefix(5).map(\.summary).joined(separator: ", ")
        + (values.count > 5 ? ", …]" : "]")
    default: "\(self)"
    }
  }
}
