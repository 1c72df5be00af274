import Qualifiers

/// The pages that rules can choose for a task.
struct ChosenPages {
  private static let key = "page"

  /// A rule that chooses.
  private struct Choice {
    /// The tasks in which it can hold; `nil` for all.
    let tasks: Set<String>?
    /// Whether it holds whenever the task is one of these.
    let holdsSurely: Bool
    /// The names it can give; `nil` where that is computed.
    let names: Set<String>?
  }

  /// The rules that choose a page, highest rank first.
  private let choices: [Choice]

  /// Collects the rules of a model that answer the key `page`.
  init(_ model: RuleModel, _ schema: RuleSchema) {
    let rules = model.rules.filter { $0.keyName == Self.key }.sorted { $0.precedes($1) }
    choices = rules.map { rule in
      let constants = rule.value.branches.map { $0.constant?.string }
      let names = constants.compactMap(\.self)
      return Choice(
        tasks: RuleSubject(rule.condition, schema).tasks,
        holdsSurely: rule.condition.conjuncts.allSatisfy { part in
          part.demand.map { $0.path.description == "task" } ?? false
        },
        names: names.count == constants.count ? Set(names) : nil
      )
    }
  }

  /// The pages for a task; `nil` where rules compute one, or none is chosen for sure.
  func names(for task: String) -> Set<String>? {
    var found: Set<String> = []
    for choice in choices where choice.tasks?.contains(task) != false {
      guard let names = choice.names else { return nil }
      found.formUnion(names)
      if choice.holdsSurely { return found }
    }
    return nil
  }
}
