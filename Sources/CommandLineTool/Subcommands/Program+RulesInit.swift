import RuleFiles
import Pages
import Diagnostics
import EntityModel
import EntityStore
import Qualifiers
import RuleEngine
import RuleEnvironment
import StandardKeys
import Workspace

// `d2t rules init`: what the derived rules answer for one database, as a file of rules to go on from.
extension Program {
  /// A rule file for the database: the answers of the layer "derived from the model", and beginnings of more.
  func rulesInit() async throws -> Outcome {
    let opening = try await OpenedDatabase(invocation, of: application, tell: onOpening)
    let store = opening.store
    // Rules of one's own are not derived: they are left out of what the file says.
    let session = Session(
      store: store,
      rules: OpenedDatabase.derivedRules(
        for: store.model,
        invocation,
        catalog: catalog,
        vocabulary: vocabulary
      ),
      faults: [],
      vocabulary: vocabulary,
      catalog: catalog,
      user: User(name: nil, role: nil)
    )
    // What the rows show is found out as the user may see it: the session made last says what that is.
    let person = Session(
      store: store,
      rules: opening.rules.model,
      faults: [],
      vocabulary: vocabulary,
      catalog: catalog,
      user: User(name: invocation.user, role: invocation.role)
    )
    let entities = store.model.entities.filter {
      !$0.definition.isHidden && person.work.visibilityRefusal(of: $0) == nil
    }
    for entity in entities { await person.work.reader.survey(entity) }
    await store.close()
    let file = InitialRules(work: session.work, title: store.place.name ?? store.title)
    let text = file.text(for: entities)
    let formatted = RuleFormatter.format(SourceText(name: "rules", text: text))
    return Outcome(output: formatted.text ?? text, messages: store.damageMessage)
  }
}

/// A generator of the starter rule file of `rules init`, which writes the program's own defaults for a database as rules.
struct InitialRules {
  let work: WorkContext
  let title: String

  /// The whole file.
  func text(for entities: [Entity]) -> String {
    var lines = [
      "// Rules for \(commented(title)), begun by `\(ProgramName.current) rules init`.",
      "//",
      "// They repeat the program's own defaults, so nothing changes until you edit one. Beside the",
      "// database, with its name and .rules at the end, the file is read automatically; else use --rules.",
      "// Comments give the reason for a rule, or defaults of forms that you can enable and change.",
    ]
    for entity in entities { lines += [""] + block(for: entity) }
    return lines.map { $0 + "\n" }.joined()
  }

  private func block(for entity: Entity) -> [String] {
    let list = work.root.scoped(toTask: .list).scoped(to: entity)
    let edit = work.root.scoped(toTask: .edit).scoped(to: entity)
    var lines: [String] = []
    let name = Value.string(entity.name).literal
    lines.append(
      "  *true* => displayNameForEntity = \(Value.string(entity.displayName).literal)"
    )
    if let label = derived(ModelKeys.shared.labelKey, in: list) {
      lines += evidence(of: entity).map { "  // label: " + $0 }
      lines.append("  *true* => labelKey = \(label.literal)")
    }
    let columns = entity.listPropertyKeys.map { Value.string($0) }
    lines.append("  task = 'list' => displayPropertyKeys = \(Value.list(columns).literal)")
    let unseen = entity.findings.unseen.properties
    for attribute in entity.attributes where !unseen.contains(attribute.name) {
      let name = attribute.name
      lines += rules(
        of: attribute,
        shown: list.scoped(toProperty: name),
        edited: edit.scoped(toProperty: name)
      ).map { "  " + $0 }
    }
    return ["when entity.name = \(name) {"] + lines + ["}"]
  }

  /// Returns row statistics of the attributes in the entity's label: `title, 98 % filled, 97 % distinct`.
  private func evidence(of entity: Entity) -> [String] {
    LabelKey(entity.labelKey ?? "").paths.compactMap { path in
      guard let evidence = entity.attribute(named: path.first)?.evidence else {
        return nil
      }
      return "\(path.first), \(evidence.summary) of \(evidence.rowCount) rows"
    }
  }

  private func rules(
    of attribute: Attribute,
    shown: EnvironmentValues,
    edited: EnvironmentValues
  ) -> [String] {
    let property = "propertyKey = \(Value.string(attribute.name).literal)"
    var lines: [String] = []
    if let formatter = derived(RenderingKeys.shared.formatter, in: shown) {
      let storage = attribute.definition.storage
      if storage != .native { lines.append("// stored as \(storage.rawValue)") }
      lines.append("\(property) => formatter = \(formatter.literal)")
    }
    if let length = derived(EditingKeys.shared.length, in: shown) {
      lines.append("\(property) => length = \(length.literal)")
    }
    let choices = derived(EditingKeys.shared.choices, in: shown)
    if let choices { lines.append("\(property) => choices = \(choices.literal)") }
    let editing = "task in ('edit', 'create') and \(property)"
    if let found = derived(EditingKeys.shared.choices, in: edited), found != choices {
      let others = derived(EditingKeys.shared.allowsOtherValues, in: edited) == .bool(true)
      lines.append(
        "\(editing) => choices = \(found.literal)" + (others ? ", allowsOtherValues = true" : "")
      )
    }
    if let hint = derived(RenderingKeys.shared.hint, in: edited) {
      lines.append("\(property) => hint = \(hint.literal)")
    }
    if let width = derived(RenderingKeys.shared.width, in: edited) {
      lines.append("// \(editing) => width = \(width.literal)")
    }
    return lines
  }

  /// Returns the answer of a derived rule, if it is worth writing as a rule; otherwise `nil`.
  private func derived(_ key: any AnyKey, in scope: EnvironmentValues) -> Value? {
    let explanation = work.resolver.explain(key, in: scope)
    guard explanation.rule?.layer == .derived, !explanation.value.isNull,
      explanation.value != .list([])
    else { return nil }
    return explanation.value
  }

  /// A name on one line of a comment.
  private func commented(_ name: String) -> String {
    String(Value.string(name).literal.dropFirst().dropLast())
  }
}
