package import Diagnostics
import PropertyLists
import Qualifiers
package import RuleEngine
import RuleEnvironment

/// A Direct to Web rule translated to the syntax of this program's rules, before its names and types are checked.
///
/// ``DirectToWebTranslation`` makes it; ``DirectToWebFormat`` compiles it.
struct DirectToWebDraft {
  let rule: DirectToWebRule
  /// The translated rule, before names and types are checked.
  let syntax: RuleSyntax
  /// Why its condition or its value has no counterpart.
  let obstacle: String?
}

/// The rule file format of Direct to Web, for loading its rules: property lists, their text companions, and single rules.
package struct DirectToWebFormat: RuleFormat {
  /// Rules that answer our keys from those of Direct to Web, until they are read: with the first rule of it.
  private var bridge: (@Sendable () -> SourceText)?
  /// Once a rule of Direct to Web was met.
  private var translation: DirectToWebTranslation?

  /// A format whose keys are handed on to ours by the rules of `bridge`.
  package init(bridge: (@Sendable () -> SourceText)? = nil) { self.bridge = bridge }

  package func isNamed(_ name: String) -> Bool {
    DirectToWebFile.isNamed(name) || DirectToWebText.isNamed(name)
  }

  package func isForeign(_ name: String) -> Bool { DirectToWebFile.isNamed(name) }

  package func source(
    of bytes: [UInt8],
    name: String,
    _ diagnostics: inout [Diagnostic]
  ) -> SourceText? {
    do throws(MalformedDocument) {
      return try DirectToWebFile.source(of: bytes, name: name)
    } catch {
      diagnostics.append(error.diagnostic)
      return nil
    }
  }

  package func unwrapped(_ source: SourceText) -> SourceText {
    DirectToWebText.isNamed(source.name) ? DirectToWebText.rules(of: source) : source
  }

  package mutating func load(
    _ source: SourceText,
    _ layer: Layer,
    into loader: inout RuleLoader
  ) {
    do throws(MalformedDocument) {
      let file = try DirectToWebFile(reading: source)
      loader.add(file.diagnostics)
      let translation = beginTranslation(for: &loader)
      loader.add(file.rules.map { translation.draft(of: $0) }, source: source, layer: layer)
    } catch {
      loader.add([error.diagnostic])
    }
  }

  /// The rules that name a class behind a value, as Direct to Web prints them.
  ///
  /// Each of their assignments is a rule of its own, with a class or without.
  package mutating func translations(
    of items: [RuleFileItem],
    for loader: inout RuleLoader
  ) -> [Int: RuleTranslation] {
    var translations: [Int: RuleTranslation] = [:]
    for (position, item) in items.enumerated() {
      guard case .rule(let rule) = item, !rule.isInUnreadBlock,
        rule.assignments.contains(where: { $0.className != nil })
      else { continue }
      let translation = beginTranslation(for: &loader)
      let drafts = rule.assignments.map { translation.draft(of: rule, $0) }
      for draft in drafts { loader.addForeignKeys(of: draft.syntax) }
      translations[position] = { checker in drafts.flatMap { checker.drafts(ofText: $0) } }
    }
    return translations
  }

  private mutating func beginTranslation(for loader: inout RuleLoader) -> DirectToWebTranslation {
    if let translation { return translation }
    if let source = bridge?() { loader.read(bridge: source) }
    bridge = nil
    let translation = DirectToWebTranslation(vocabulary: loader.vocabulary)
    self.translation = translation
    return translation
  }
}

extension RuleLoader {
  fileprivate mutating func add(_ drafts: [DirectToWebDraft], source: SourceText, layer: Layer) {
    for draft in drafts { addForeignKeys(of: draft.syntax) }
    var checker = RuleChecker(vocabulary: vocabulary, names: names, layer: layer, source: source)
    let judged = drafts.compactMap { checker.draft(ofDirectToWeb: $0) }
    add(judged)
    add(checker.diagnostics.all)
    let idle = judged.filter { $0.obstacle != nil }.count
    guard idle > 0 else { return }
    let words = idle == 1 ? "has no counterpart here and does" : "have no counterpart here and do"
    add([
      Diagnostic(
        .note,
        id: "no-counterpart",
        "\(idle) of \(judged.count) rules \(words) nothing",
        source: source,
        suggestion: "`\(ProgramName.current) rules report` lists them with reasons"
      )
    ])
  }

  /// Reads the rules by which our keys follow those of Direct to Web, once.
  fileprivate mutating func read(bridge source: SourceText) {
    let (items, faults) = RuleParser.parse(source)
    add(faults.all.map(\.asSyntaxFault))
    var rules: [RuleSyntax] = []
    for case .rule(let rule) in items {
      rules.append(rule)
      addForeignKeys(of: rule)
    }
    var checker = RuleChecker(vocabulary: vocabulary, names: names, layer: .look, source: source)
    for rule in rules {
      add(
        checker.drafts(of: rule).map { draft in
          var draft = draft
          // They are there for whatever file may come, so that no lint is about them.
          draft.allowedLints.formUnion(FaultKind.ids)
          draft.isMapping = true
          return draft
        }
      )
    }
    add(checker.diagnostics.all)
  }

  /// Makes keys of the names that are none.
  fileprivate mutating func addForeignKeys(of rule: RuleSyntax) {
    let conditions = (rule.outerConditions + [rule.condition]).map { Reads($0) }
    let values = rule.assignments.map { Reads($0.value) }
    let read = (conditions + values).flatMap(\.allPaths)
    for path in rule.assignments.map(\.key) + read { addForeignKey(path.first) }
  }
}

extension RuleChecker {
  /// Returns the drafts of a rule written as text, and reports a warning when it has no counterpart.
  mutating func drafts(ofText draft: DirectToWebDraft) -> [Rule.Draft] {
    guard let rule = self.draft(ofDirectToWeb: draft) else { return [] }
    if let obstacle = rule.obstacle {
      let isClassKnown = DirectToWebAssignments.isKnown(draft.rule.className)
      report(
        isClassKnown ? .noCounterpart(obstacle) : .unknownClass(draft.rule.className),
        at: rule.assignmentSpan,
        .warning
      )
    }
    return [rule]
  }

  /// The rule of Direct to Web as one of ours; `nil` for none.
  ///
  /// The rule tells why it does not count, and not a fault: a framework's rules are about many things that
  /// are not here.
  mutating func draft(ofDirectToWeb draft: DirectToWebDraft) -> Rule.Draft? {
    guard let assignment = draft.syntax.assignments.first,
      let key = vocabulary[assignment.key.first]
    else { return nil }
    begin(draft.syntax.allowances)
    let name = assignment.key.first
    var value = assignment.value
    var obstacle = draft.obstacle
    if !key.isAssignable { obstacle = obstacle ?? "only the program sets `\(name)`" }
    if !isAnswered(key) { obstacle = obstacle ?? "only rules of the site set `\(name)`" }
    let condition = draft.syntax.condition
    let conditionFault = firstFault { $0.checkCondition(condition) }
    if obstacle == nil {
      value = value.fitted(to: key)
      if conditionFault == nil, draft.syntax.isEnabled {
        value = known(value, for: key, where: condition)
      }
      obstacle = firstFault { checker in
        checker.check(value, for: key, named: name)
        checker.checkNarrowing(value, of: key, named: name)
      }
    }
    let conditions = Qualifier.all(draft.syntax.outerConditions + [condition])
    var judged = self.draft(of: assignment, in: draft.syntax, for: key, where: conditions)
    judged.value = value
    judged.origin = draft.rule
    judged.obstacle = obstacle
    judged.conditionFault = conditionFault
    return judged
  }
}

extension Expression {
  /// The constant, or the constants in an `if`, as what the key takes.
  fileprivate func fitted(to key: any AnyKey) -> Expression {
    if case .conditional(let test, let positive, let negative) = kind {
      return Expression(
        .conditional(test, positive.fitted(to: key), negative.fitted(to: key)),
        span: span
      )
    }
    guard let constant else { return self }
    let value = DirectToWebValues.fitted(constant) { key.accepts($0) }
    return value == constant ? self : Expression(.literal(value), span: span)
  }
}
