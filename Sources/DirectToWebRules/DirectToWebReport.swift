package import Diagnostics
import Qualifiers
import RuleEnvironment
package import RuleEngine

/// A report on the import of a Direct to Web file: for each rule whether it is used, mapped, without counterpart or dead.
package struct DirectToWebReport: Sendable {
  /// The result of importing a Direct to Web rule: used as is, mapped to other names, without counterpart, or dead.
  package enum Status: String, Sendable, CaseIterable {
    /// The rule sets a key that has the same name here.
    case used = "used as is"
    /// The rule sets a key or names a part that is called differently here, or a mapping rule reads its key.
    case mapped
    /// Nothing here does what it asks for.
    case noCounterpart = "no counterpart"
    /// The rule never answers: it is disabled, or other rules precede it.
    case dead
  }

  /// One Direct to Web rule in the report, with its status and the reason for it.
  package struct Entry: Sendable {
    /// The rule.
    package let rule: Rule
    /// The use of the rule.
    package let status: Status
    /// Why, or as what; `nil` when it is used as it is.
    package let reason: String?
  }

  /// Every rule of Direct to Web of the application, in the order of the files.
  package let entries: [Entry]

  /// Judges the rules of a model that was loaded with `bridge`.
  package init(_ model: RuleModel, bridge: SourceText) {
    let judge = Judge(model, bridge)
    entries = model.allRules.filter { $0.layer == .application && $0.directToWeb != nil }.map {
      rule in
      let (status, reason) = judge.status(of: rule)
      return Entry(rule: rule, status: status, reason: reason)
    }
  }

  /// How many rules have each status.
  package var counts: [(status: Status, count: Int)] {
    Status.allCases.map { status in (status, entries.filter { $0.status == status }.count) }
  }

  /// The report for programs: `rules` and `counts`.
  package var json: JSON {
    .object([
      ("rules", .array(entries.map(\.json))),
      ("counts", .object(counts.map { ($0.status.rawValue, JSON($0.count)) })),
    ])
  }

  /// The report for people, a line for each rule.
  package var text: String { entries.map { $0.line + "\n" }.joined() }

  /// `414 rules: 120 used as is, …`.
  package var summary: String {
    let parts = counts.map { "\($0.count) \($0.status.rawValue)" }.joined(separator: ", ")
    return "\(entries.count) rules: \(parts)\n"
  }
}

extension DirectToWebReport.Entry {
  fileprivate var json: JSON {
    .object([
      ("file", .string(rule.file)), ("line", JSON(rule.line)), ("priority", JSON(rule.priority)),
      ("condition", .string("\(rule.condition)")), ("key", JSON(rule.directToWeb?.key)),
      ("value", .string("\(rule.value)")), ("class", JSON(rule.directToWeb?.className)),
      ("enabled", .bool(rule.isEnabled)), ("status", .string(status.rawValue)),
      ("reason", JSON(reason)), ("documentation", JSON(rule.documentation)),
    ])
  }

  fileprivate var line: String {
    let padding = String(repeating: " ", count: 15 - status.rawValue.count)
    let text = "\(rule.priority): \(rule.condition) => \(rule.keyName) = \(rule.value)"
    return "\(rule.file):\(rule.line): \(status.rawValue)\(padding)\(text)"
      + (reason.map { "   (\($0))" } ?? "")
  }
}

/// The classifier of Direct to Web rules for the report, which knows the keys and pages that the rule model uses.
private struct Judge {
  private let model: RuleModel
  private let table: DirectToWebTable
  /// The lint messages for rules that never answer, by their order in the model.
  private let deaths: [Int: String]
  /// The keys that answers here depend on.
  private var usedKeys: Set<String> = []
  /// The keys that some rule sets.
  private let setKeys: Set<String>
  /// The page configurations that rules make.
  private let pagesSet: Set<String>

  init(_ model: RuleModel, _ bridge: SourceText) {
    self.model = model
    table = DirectToWebTable(bridge, vocabulary: model.vocabulary)
    setKeys = Set(model.rules.map(\.keyName))
    pagesSet = Set(
      model.rules.filter { $0.keyName == Self.pageConfiguration }.compactMap {
        $0.value.constant?.string
      }
    )
    deaths = model.deaths
    findUsedKeys()
  }

  /// Our keys, and what the rules for keys that are used read.
  private mutating func findUsedKeys() {
    var reads: [String: Set<String>] = [:]
    // The rules of the table follow some keys for some values only; those are looked up one by one.
    for rule in model.rules where rule.layer != .look {
      reads[rule.keyName, default: []].formUnion(rule.readKeys)
    }
    let ours = model.vocabulary.entries.filter { !model.vocabulary.isForeign($0.key) }
    var waiting = ours.map(\.name) + table.followedKeys
    for key in table.followedValues.keys { waiting += reads[key] ?? [] }
    while let name = waiting.popLast() {
      guard usedKeys.insert(name).inserted else { continue }
      waiting += reads[name] ?? []
    }
  }

  func status(of rule: Rule) -> (DirectToWebReport.Status, String?) {
    if !rule.isEnabled { return (.dead, "it is disabled") }
    if let obstacle = rule.obstacle { return (.noCounterpart, obstacle) }
    if let death = deaths[rule.order] { return (.dead, death) }
    if let missing = rule.condition.neededKeys.sorted().first(where: isNeverSet) {
      return (.noCounterpart, "nothing sets `\(missing)` here")
    }
    if let page = unreachablePage(of: rule) {
      return (
        .noCounterpart,
        "there is no page `\(page)` here; a link with `page=\(page)`, `:page \(page)` or `--set` opens one"
      )
    }
    // With an `or` the rest may hold.
    if let fault = rule.conditionFault, !rule.condition.hasBranches {
      return (.noCounterpart, fault)
    }
    guard model.vocabulary.isForeign(rule.key) else {
      return useOfOurKey(by: rule)
    }
    if let values = table.followedValues[rule.keyName] {
      guard let constant = rule.value.constant else { return (.mapped, "follows the property") }
      if let row = table.row(foreignKey: rule.keyName, value: constant) {
        return (.mapped, "\(row.key) = \(row.value.literal)")
      }
      if values.contains(constant) { return (.mapped, "rules of d2t follow it") }
    }
    if usedKeys.contains(rule.keyName) { return (.mapped, "used rules read it") }
    guard table.followedValues[rule.keyName] != nil else {
      return (.noCounterpart, "no page or component reads `\(rule.keyName)`")
    }
    return (.noCounterpart, "there is no equivalent of \(rule.value)")
  }

  /// The page configuration for which a rule is, when neither a task with an entity nor a rule makes it.
  private func unreachablePage(of rule: Rule) -> String? {
    guard
      let demand = rule.conjuncts.lazy.compactMap(\.demand).first(where: {
        $0.path.description == Self.pageConfiguration
      })
    else { return nil }
    let names = demand.values.compactMap(\.string).sorted()
    return names.contains(where: isReachable) ? nil : names.first
  }

  private func isReachable(_ page: String) -> Bool {
    if pagesSet.contains(page) { return true }
    let tasks = model.names[.task] ?? []
    guard let entities = model.names[.entity] else {
      return tasks.contains { page.hasPrefix($0) && page != $0 }
    }
    return tasks.contains { task in
      page.hasPrefix(task) && entities.contains(String(page.dropFirst(task.count)))
    }
  }

  private static let pageConfiguration = "pageConfiguration"

  /// A rule for a key that is called the same here, or has another form.
  private func useOfOurKey(by rule: Rule) -> (DirectToWebReport.Status, String?) {
    guard let origin = rule.directToWeb, origin.key == rule.keyName else {
      return (.mapped, "`\(rule.keyName)` here")
    }
    let written = DirectToWebValues.value(origin.value).texts
    // A number or a truth written as text is what it is here.
    let kept =
      switch rule.value.constant {
      case .string(let text): [text]
      case .list(let values): Value.list(values).texts
      default: written
      }
    if written.contains(where: \.isMarker), Rule.columnKeys.contains(rule.keyName) {
      let left = written.filter { !kept.contains($0) }
      let without = left.isEmpty ? "" : "; without \(left.joined(separator: ", "))"
      return (.mapped, "its markers are sections and tabs\(without)")
    }
    guard written.count == kept.count else {
      let left = written.filter { !kept.contains($0) }
      return (.mapped, "without \(left.joined(separator: ", ")), which is not here")
    }
    return written == kept ? (.used, nil) : (.mapped, "`\(rule.keyName) = \(rule.value)` here")
  }

  private func isNeverSet(_ name: String) -> Bool {
    guard let key = model.vocabulary[name], model.vocabulary.isForeign(key) else { return false }
    return !setKeys.contains(name)
  }
}

extension Qualifier {
  /// Whether there is an `or` in it.
  fileprivate var hasBranches: Bool {
    switch self {
    case .or: true
    case .and(let parts): parts.contains(where: \.hasBranches)
    case .not(let inside): inside.hasBranches
    default: false
    }
  }
}

extension Value {
  /// The text, or those in a list, in their order.
  fileprivate var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .list(let values): values.flatMap(\.texts)
    default: []
    }
  }
}
