import Diagnostics
package import EntityModel
import Formatting
import FoundationEssentials
package import Qualifiers
package import RuleEnvironment
import StandardKeys
import Workspace

/// The parsed text of a list filter: a condition, or a text to search for in all columns.
enum FilterText {
  /// A condition, and what was understood where something in it could be read in another way.
  case condition(Qualifier, understood: [String])
  case text(String)

  /// Reads what was typed; what looks like a condition is one, or refused.
  init(_ text: String, of model: ListModel) throws(PromptRefusal) {
    let written = TypedLiterals(text, in: model.scope[MiscKeys.shared.locale])
    let entity = model.entity
    let (parsed, faults) = Qualifier.parse(written.text, name: "filter", of: entity.typedNames)
    guard let parsed, faults.isEmpty else {
      let shown = model.scope.shownNames(in: text)
      let meant = shown.reduce(text.lowercased()) {
        $0.replacing($1.shown.lowercased(), with: $1.name)
      }
      guard Self.looksLikeCondition(shown.isEmpty ? text : meant, of: entity),
        let fault = faults.first
      else {
        self = .text(text)
        return
      }
      throw PromptRefusal(
        model.scope.adviceForShownNames(in: text) ?? fault.sentence,
        at: written.place(of: fault.span.start)
      )
    }
    guard parsed.isCondition(on: entity) else {
      self = .text(text)
      return
    }
    if let advice = parsed.adviceForPatternOfSQL ?? parsed.adviceForVariables {
      throw PromptRefusal(advice)
    }
    var read: [TypedLiterals.Reading] = []
    do {
      let condition = try parsed.readingNames(in: model.scope, as: written) { read.append($0) }
      let understood = try written.understood(as: read)
      try condition.checkKinds(in: model.scope)
      self = .condition(condition, understood: understood)
    } catch let refusal as PromptRefusal {
      throw refusal
    } catch {
      throw PromptRefusal(error, at: written.place)
    }
  }

  /// Whether what was typed may be remembered: a password is not, right or wrong.
  static func isKept(_ text: String, of model: ListModel) -> Bool {
    let written = TypedLiterals(text, in: model.scope[MiscKeys.shared.locale])
    let names = model.entity.typedNames
    let (condition, faults) = Qualifier.parse(written.text, name: "filter", of: names)
    guard let condition, faults.isEmpty else { return !namesSecret(text, in: model.work) }
    // What the texts are says nothing of what they are compared with.
    let meant = (try? condition.readingNames(in: model.scope, as: nil)) ?? condition
    return meant.secrets(in: model.scope.scoped(to: model.entity)).isEmpty
  }

  /// Whether a password's name stands somewhere in a text that cannot be read.
  private static func namesSecret(_ text: String, in work: WorkContext) -> Bool {
    let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map { $0.lowercased() }
    return work.model.entities.contains { entity in
      let named = entity.attributes.filter { attribute in
        [attribute.name, attribute.definition.columnName].contains {
          words.contains($0.lowercased())
        }
      }
      let scope = work.root.scoped(toTask: .list).scoped(to: entity)
      return named.contains { scope.leadsToPassword(PropertyPath($0.name)) }
    }
  }

  /// Whether a text that cannot be read was meant to be a condition: it compares, or begins with a property and goes on
  /// with a word that compares.
  private static func looksLikeCondition(_ text: String, of entity: Entity) -> Bool {
    if text.contains(where: { "=<>".contains($0) }) { return true }
    var words = text.split { $0 == " " || $0 == "(" || $0 == ")" }[...]
    while words.first?.lowercased() == "not" { words = words.dropFirst() }
    guard words.count > 1, let first = words.first,
      entity.property(at: PropertyPath(String(first))) != (nil, nil)
    else { return false }
    return words.dropFirst().prefix(2).contains { comparingWords.contains($0.lowercased()) }
  }

  private static let comparingWords: Set<String> = [
    "like", "ilike", "matches", "in", "between", "is", "contains", "beginswith", "endswith", "and",
    "or",
  ]
}

nonisolated extension Qualifier {
  /// The paths from the entity of a scope on at which it compares passwords.
  @MainActor func secrets(in scope: EnvironmentValues) -> [PropertyPath] {
    paths.filter(scope.leadsToPassword)
  }

  /// Whether this says something of objects of `entity`, rather than being bare words.
  package func isCondition(on entity: Entity) -> Bool { comparesSomething || isTruth(of: entity) }

  /// Returns the condition with the properties' names in the model.
  ///
  /// Its literals are in machine format, without locale.
  ///
  /// - Throws: ``UsageError`` for unknown names and for comparisons that can never hold, ``StoreError/refused(_:)`` for
  /// properties that the user may not see.
  @MainActor package func resolvingNames(in scope: EnvironmentValues) throws -> Qualifier {
    let named = try readingNames(in: scope, as: nil)
    try named.checkKinds(in: scope)
    return named
  }

  /// - Throws: ``UsageError`` for a comparison whose sides can never be equal, with the spelling that works.
  @MainActor fileprivate func checkKinds(in scope: EnvironmentValues) throws(UsageError) {
    guard let entity = scope[ModelKeys.shared.entity],
      let mismatch = mismatches(entity.comparedKind).first
    else { return }
    throw UsageError(mismatch, naming: scope.shownDate)
  }

  /// Returns the condition with each property name that a user may type replaced by its name in the model.
  ///
  /// Column names and any letter case are accepted. Texts compared with numbers or days become such values.
  ///
  /// They are read in the language of `written`, without it in machine format. `note` receives each reading.
  ///
  /// - Throws: ``UsageError`` for unknown names, ``StoreError/refused(_:)`` for properties that the user may not see.
  @MainActor fileprivate func readingNames(
    in scope: EnvironmentValues,
    as written: TypedLiterals?,
    noting note: (TypedLiterals.Reading) -> Void = { _ in }
  ) throws -> Qualifier {
    let named: Qualifier
    do { named = try scope.condition(namedByUser: self) } catch let error as UsageError {
      guard let advice = adviceForBareText(in: scope) else { throw error }
      throw UsageError("\(advice); \(error.message)", at: error.span)
    }
    guard let entity = scope[ModelKeys.shared.entity] else { return named }
    return named.readingTexts(of: entity) { text, span, path, attribute in
      let literal = written?.literal(text, at: span)
      if written != nil, let path, let attribute {
        let chosen = scope.scoped(toProperty: path.description)[EditingKeys.shared.choices]
          .values(called: text, for: attribute)
        if let first = chosen.first { return chosen.count == 1 ? first : .list(chosen) }
      }
      var value = attribute.flatMap {
        (written?.locale ?? .plain).value(ofCompared: text, with: $0, isQuoted: literal == nil)
      }
      // `7/2` may be a day; beside a number it is a number.
      if value == nil, literal != nil, attribute?.comparedKind.family == .number {
        value = Qualifiers.Expression.parse(text).expression?.evaluate(with: ValueContext(.null))
      }
      if let literal {
        note(TypedLiterals.Reading(literal: literal, attribute: attribute, value: value))
      }
      // Such a column may hold the text as it stands as well.
      if let value, attribute?.holdsOtherThanDays == true, Date(moment: text) == nil {
        return .list([value, .string(text)])
      }
      return value
    }
  }

  /// Advice to quote the right side of a comparison that is the name of no property; `nil` without one.
  @MainActor private func adviceForBareText(in scope: EnvironmentValues) -> String? {
    var advice: String?
    eachCondition { qualifier in
      guard advice == nil, case .comparison(let tested, let comparison, let right) = qualifier,
        case .path(let path) = right.kind, (try? scope.path(namedByUser: "\(path)")) == nil,
        tested.paths.allSatisfy({ (try? scope.path(namedByUser: "\($0)")) != nil })
      else { return }
      let text = Value.string(path.description).literal
      advice = "for the text write \(tested) \(comparison.rawValue) \(text)"
    }
    return advice
  }

  /// Why a condition with names that begin with `$` cannot hold; `nil` without such.
  package var adviceForVariables: String? {
    variables.first.map { "'$\($0)' has no value here; write the value" }
  }

  /// Whether some part compares.
  private var comparesSomething: Bool {
    switch self {
    case .truth, .constant: false
    case .not(let inside): inside.comparesSomething
    case .and(let parts), .or(let parts): parts.contains(where: \.comparesSomething)
    default: true
    }
  }

  /// Whether all bare words name a truth of `entity`.
  private func isTruth(of entity: Entity) -> Bool {
    switch self {
    case .truth(let expression):
      guard case .path(let path) = expression.kind else { return false }
      return entity.property(at: path).attribute?.type.kind == .bool
    case .not(let inside): return inside.isTruth(of: entity)
    case .and(let parts), .or(let parts): return parts.allSatisfy { $0.isTruth(of: entity) }
    default: return false
    }
  }
}
