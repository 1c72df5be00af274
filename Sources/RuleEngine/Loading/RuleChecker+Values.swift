import Diagnostics
import struct FoundationEssentials.Date
package import Qualifiers
package import RuleEnvironment

extension RuleChecker {
  /// Judges what is assigned to a key: its names and, as far as it can be told, its type.
  package mutating func check(_ value: Expression, for key: any AnyKey, named name: String) {
    if case .call(let function, let parameters) = value.kind {
      return checkCall(of: function, parameters, at: value.span, for: key, named: name)
    }
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
      if let fault = fetchFault(test, for: key, named: name) {
        return report(fault, at: value.span)
      }
      checkCondition(test)
      if key.decode(.bool(true)) == nil {
        report(.wrongType(name, takes: key.typeName, got: "true or false"), at: value.span)
      }
    case .qualifier(let qualifier):
      checkVariables(of: value)
      checkFetchedPaths(of: qualifier, for: key)
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
    case .list, .dictionary:
      checkOperand(value)
      if let domain = key.names { checkNames(in: value, domain) }
    case .arithmetic, .function, .aggregate:
      checkOperand(value)
      let kind = value.comparedKind { vocabulary[$0.description]?.comparedKind ?? .anything }
      if key.allowedValues.isEmpty, !key.takesSome(kind) {
        report(.wrongType(name, takes: key.typeName, got: kind.title), at: value.span)
      }
    case .variable, .literal, .computed, .call, .next: checkOperand(value)
    }
  }

  /// Judges the plain paths of a `where (…)`, which belong to the fetched object.
  ///
  /// A restriction is kept all the same: as it is nothing can be fetched with it, and without it everything could. So is
  /// what a key of another language holds, which may be one.
  private mutating func checkFetchedPaths(of qualifier: Qualifier, for key: any AnyKey) {
    guard !layer.servesAnyDatabase else { return }
    let isKept = key.isPermission || vocabulary.isForeign(key)
    qualifier.eachExpression { expression in
      guard case .path(let path) = expression.kind else { return }
      let name = path.description
      guard !names.contains(name, in: .property) else { return }
      var fault = unknownName(name, in: .property)
      // A path of one step is more likely a property written wrongly.
      if path.components.count > 1, vocabulary[path.first] != nil {
        fault.suggestion = "for the key write: $\(name)"
      }
      report(fault, at: expression.span, costsRule: !isKept)
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
    let corrected = Self.corrections(of: constant).first { key.decode($0) != nil }
    return .wrongType(
      name,
      takes: key.typeName,
      got: constant.summary,
      corrected: corrected.map { "\(name) = \($0.literal)" }
    )
  }

  /// Returns the values that a constant of the wrong type may have been meant as.
  static func corrections(of constant: Value) -> [Value] {
    var meant: [Value] = []
    switch constant {
    case .string(let text):
      let word = text.lowercased()
      if ["yes", "true", "no", "false"].contains(word) {
        meant.append(.bool(word == "yes" || word == "true"))
      }
      if let number = Int64(text) { meant.append(.int(number)) }
      let parts = text.split(separator: ",").map { part in
        String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
      if parts.count > 1 { meant.append(.list(parts.map { .string($0) })) }
    case .int, .double, .decimal, .bool: meant.append(.string(constant.description))
    case .dictionary: return []
    default: break
    }
    return meant + [.list([constant]), .list([.list([constant])])]
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
  mutating func checkNames(
    in value: Expression,
    _ domain: NameDomain,
    severity: Diagnostic.Severity = .error
  ) {
    if domain.isOfModel, layer.servesAnyDatabase { return }
    switch value.kind {
    case .literal(.string(let text)):
      let isEmpty = text.isEmpty && domain != .groups
      guard domain.listed == nil, !isEmpty, !names.contains(text, in: domain) else { return }
      let fault = unknownName(text, in: domain)
      // Rules may invent tasks; one that is nearly the name of another is a slip of the pen.
      if domain == .task, fault.suggestion == nil { return }
      // A page tells in the place of its groups what is wrong with them.
      let costsRule = domain != .groups
      report(fault, at: value.span, domain == .task ? .warning : severity, costsRule: costsRule)
    case .list(let elements):
      for element in elements {
        if let listed = domain.listed, case .list(let parts) = element.kind {
          // A menu shows the groups that it can.
          let severity: Diagnostic.Severity = domain == .menuSection ? .warning : severity
          for part in parts.dropFirst() { checkNames(in: part, listed, severity: severity) }
        } else {
          checkNames(in: element, domain)
        }
      }
    case .dictionary(let entries):
      for (name, entry) in entries.sorted(by: { $0.key < $1.key })
      where !names.contains(name, in: domain) {
        report(unknownName(name, in: domain), at: keySpan(of: name, before: entry) ?? value.span)
      }
    default: break
    }
  }

  private func unknownName(_ text: String, in domain: NameDomain) -> RuleFault {
    var name = text
    if let read = names.expressions[domain] {
      do throws(ValueProblem) {
        let paths = try read(text).flatMap(\.paths).map(\.description)
        name = paths.first { !names.contains($0, in: .sortOrdering) } ?? text
      } catch { return RuleFault(error.lint, error.message).advising(error.advice) }
      // What cannot be read was taken for a name.
      if name.contains(where: { "()[]*/%+".contains($0) }),
        let fault = Expression.parse(name).diagnostics.first
      {
        return RuleFault("wrong-type", fault.message).advising(fault.suggestion)
      }
    }
    let word = String(name.dropFirst(name.hasPrefix("-") ? 1 : 0))
    // Of a path the first step that does not exist.
    let step = word.split(separator: ".").map(String.init).first { !names.contains($0, in: domain) }
    let near =
      names.meant[domain]?[name.lowercased()]
      ?? names[domain].flatMap { known in
        // A task may be invented: only one that is nearly another is a slip of the pen.
        domain == .task && !diagnostics.isFull
          ? nearestName(to: word, in: known) : nearest(to: step ?? word, in: known)
      }
    // Rules may invent tasks.
    let isListed = domain.isListable && (domain != .task || near != nil)
    return .unknownName(name, in: domain, near: near, all: isListed ? names[domain] : nil)
  }

  /// Returns the position of a dictionary entry's key, written `name:` or `'name' =` before the value.
  private func keySpan(of name: String, before entry: Expression) -> SourceSpan? {
    guard let value = entry.span else { return nil }
    let bytes = source.bytes[..<value.start]
    let isBetween = { (byte: UInt8) in byte <= 0x20 || [0x3A, 0x3D, 0x22, 0x27].contains(byte) }
    guard let last = bytes.lastIndex(where: { !isBetween($0) }) else { return nil }
    let span = SourceSpan(max(0, last + 1 - name.utf8.count), last + 1)
    return source.text(in: span) == name ? span : entry.span
  }

  // MARK: Aliases

  private mutating func checkAlias(
    _ path: PropertyPath,
    at span: SourceSpan?,
    for key: any AnyKey,
    named name: String
  ) {
    guard let other = vocabulary[path.first] else {
      guard path.components.count == 1, names[.property]?.contains(path.first) != true else {
        return reportUnknown(path, at: span)
      }
      let near = nearestKey(to: path.first)
      return report(
        .unquotedWord(path.first, near: near, corrected: "\(name) = '\(path)'"),
        at: span
      )
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
