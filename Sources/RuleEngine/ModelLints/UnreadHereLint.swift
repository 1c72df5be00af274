import Diagnostics
import Qualifiers

/// A lint for keys set where nothing reads them.
///
/// Examples are a property of a kind that does not use the key, choices of a relationship for one that has none, or a task
/// whose pages never ask for the key.
enum UnreadHereLint: RuleLint {
  static let id = "unread-here"
  static let summary = "A key is set for a property or a task for which nothing reads it."

  static func judge(_ linted: LintedModel, _ report: LintReport) {
    let names = linted.model.names
    // A closure may read any key.
    let isOpen = linted.model.allRules.contains(where: \.runsClosure)
    let pages = isOpen ? nil : names.schema.map { ChosenPages(linted.model, $0) }
    let readByRules = pages == nil ? [] : linted.model.allRules.keysRead
    for (rule, subject) in linted.subjects {
      if let remark = programRemark(rule, subject, among: names)
        ?? kindRemark(rule, subject, among: names)
        ?? pages.flatMap({ pages in
          readByRules.contains(rule.keyName)
            ? nil : taskRemark(rule, subject, among: names, on: pages)
        })
      {
        report(rule, .warning) { remark }
      }
    }
  }

  // MARK: The program

  /// The keys that nothing sets outside of pages.
  private static let keysOfPlaces: Set<String> = [
    "entity", "object", "objectLabel", "propertyKey", "propertyValue", "attribute", "relationship",
    "tab", "pageConfiguration",
  ]

  private static func programRemark(
    _ rule: Rule,
    _ subject: RuleSubject,
    among names: KnownNames
  ) -> LintRemark? {
    guard names.uses.facts.keysOfProgram.contains(rule.keyName) else { return nil }
    let isForTask = subject.tasks.map { !$0.contains(CatalogUsageFacts.queryTask) } ?? false
    guard isForTask || !rule.condition.neededKeys.isDisjoint(with: keysOfPlaces) else { return nil }
    return LintRemark(
      "`\(rule.keyName)` is read once, at the start, where this condition never holds"
    )
    .advising("remove task, entity, object and property from the condition")
  }

  // MARK: Properties

  private static func kindRemark(
    _ rule: Rule,
    _ subject: RuleSubject,
    among names: KnownNames
  ) -> LintRemark? {
    guard var kinds = names.uses.facts.propertyKinds[rule.keyName] else { return nil }
    let relationships = RuleSchema.Property.relationshipKinds
    if rule.keyName == "choices" {
      // Objects are picked by a condition, values are listed.
      let picks = rule.value.branches.allSatisfy {
        if case .qualifier = $0.kind { true } else { false }
      }
      kinds = picks ? kinds.intersection(relationships) : kinds.subtracting(relationships)
    }
    let found = subject.propertyKinds
    let isUnread =
      found.isEmpty
      ? subject.needsRelationship && kinds.isDisjoint(with: relationships)
      : found.isDisjoint(with: kinds)
    guard isUnread else { return nil }
    let words = found.isEmpty || !found.isDisjoint(with: relationships)
    return LintRemark(
      "nothing reads `\(rule.keyName)` of "
        + (words ? "a relationship" : found.sorted().joined(separator: ", "))
    )
    .advising(
      rule.keyName == "choices"
        ? "list values for an attribute; use `where (…)` for a to-one relationship"
        : "remove the rule"
    )
  }

  // MARK: Tasks

  /// Nothing where a page is chosen whose reads are not known.
  private static func taskRemark(
    _ rule: Rule,
    _ subject: RuleSubject,
    among names: KnownNames,
    on pages: ChosenPages
  ) -> LintRemark? {
    let key = rule.keyName
    guard names.uses.facts.keysOfPages.contains(key), let tasks = subject.tasks, !tasks.isEmpty
    else {
      return nil
    }
    var shown: Set<String> = []
    for task in tasks {
      guard let chosen = pages.names(for: task) else { return nil }
      shown.formUnion(chosen)
    }
    for page in shown {
      guard let use = names.uses.facts.pages[page] else { return nil }
      if use.propertyReads.contains(key) || !subject.needsProperty && use.reads.contains(key) {
        return nil
      }
    }
    let place = subject.needsProperty ? "of a property " : ""
    return LintRemark("nothing reads `\(key)` \(place)on the page for \(tasks.quotedList)")
      .advising(remedy(key, subject, among: names))
  }

  /// Returns a suggestion that names the pages that read the key.
  private static func remedy(
    _ key: String,
    _ subject: RuleSubject,
    among names: KnownNames
  ) -> String {
    let readers = names.uses.facts.pages.filter { page in
      page.value.propertyReads.contains(key)
        || !subject.needsProperty && page.value.reads.contains(key)
    }
    let listing = "`\(ProgramName.current) catalog \(key)` shows"
    return readers.isEmpty
      ? "\(listing) what reads it"
      : "it is read on the pages \(Set(readers.keys).quotedList); \(listing) more"
  }
}

extension Set<String> {
  /// The texts in quotes, in the order of the alphabet.
  var quotedList: String { sorted().map { "'\($0)'" }.joined(separator: ", ") }
}
