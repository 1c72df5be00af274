package import Diagnostics
import FoundationEssentials
import Qualifiers

/// Reads the program's own model format; `docs/Models.md` describes it, `Models/model.schema.json` states it.
package struct ModelJSONReader {
  private let source: SourceText
  /// How the columns are written that other programs manage.
  private let notations: [ManagedColumnsNotation]
  /// The types that the application has beside the built-in ones.
  let customTypes: [CustomType]
  private(set) var diagnostics: [Diagnostic] = []

  /// Reads a text; `nil` when nothing in it can be used.
  ///
  /// Every mistake is a fault with its place.
  package static func read(
    _ source: SourceText,
    notations: [ManagedColumnsNotation] = [],
    customTypes: [CustomType] = []
  ) -> (model: ModelDeclaration?, diagnostics: [Diagnostic]) {
    let (document, faults) = JSONDocument.read(source, start: "a model begins with {")
    var reader = ModelJSONReader(
      source: source,
      notations: notations,
      customTypes: customTypes,
      diagnostics: faults
    )
    guard let document else { return (nil, faults) }
    return (reader.model(document.root), reader.diagnostics)
  }

  private mutating func model(_ node: JSONDocument.Node) -> ModelDeclaration? {
    guard let members = fields(node, of: "a model", ["$schema", "name", "complete", "entities"])
    else { return nil }
    var model = ModelDeclaration(
      name: string(members["name"]) ?? "",
      isComplete: flag(members["complete"]) ?? false
    )
    guard let list = members["entities"] else {
      report("missing", "a model needs \"entities\": a list of entities", at: node.span)
      return model
    }
    var names: Set<String> = []
    for node in elements(list) {
      guard let entity = entity(node) else { continue }
      if names.insert(entity.name).inserted {
        model.entities.append(entity)
      } else {
        report("duplicate", "the entity '\(entity.name)' already exists", at: node.span)
      }
    }
    return model
  }

  // MARK: Entities

  private mutating func entity(_ node: JSONDocument.Node) -> EntityDeclaration? {
    let said = declaration(of: Entity.self, "an entity", node, besides: Entity.partNames)
    guard let said else { return nil }
    var entity = EntityDeclaration(said)
    entity.attributes = elements(node, "attributes").compactMap {
      declaration(of: Attribute.self, "an attribute", $0)
    }
    entity.relationships = elements(node, "relationships").compactMap {
      declaration(of: Relationship.self, "a relationship", $0)
    }
    entity.fetches = elements(node, "fetchSpecifications").compactMap { fetch($0) }
    checkNames(of: entity)
    return entity
  }

  /// Returns the declaration of an entity or property from a JSON object; `nil` when its name is missing.
  private mutating func declaration<Owner: Membered>(
    of _: Owner.Type,
    _ noun: String,
    _ node: JSONDocument.Node,
    besides others: [String] = []
  ) -> PropertyDeclaration<Owner.Definition>? {
    guard let members = fields(node, of: noun, Owner.members.names + others),
      let (name, place) = name(members, of: noun, node)
    else { return nil }
    var declaration = PropertyDeclaration<Owner.Definition>(name: name, place: place)
    Owner.members.read(members, &self, into: &declaration)
    return declaration
  }

  /// The elements of a list that is a member of an object.
  private mutating func elements(
    _ node: JSONDocument.Node,
    _ name: String
  ) -> [JSONDocument.Node] {
    guard let list = node[name], !list.isNull else { return [] }
    return elements(list)
  }

  private mutating func checkNames(of entity: EntityDeclaration) {
    var names: Set<String> = []
    let properties =
      entity.attributes.map { ($0.name, $0.place) }
      + entity.relationships.map { ($0.name, $0.place) }
    for (name, place) in properties where !names.insert(name).inserted {
      report("duplicate", "\(entity.name) already has a property '\(name)'", at: place.span)
    }
  }

  mutating func managedColumns(_ node: JSONDocument.Node) -> ManagedColumns? {
    guard let members = fields(node, of: "a source of keys", notations.flatMap(\.names)),
      let notation = notations.first(where: { $0.names.contains { members[$0] != nil } })
        ?? notations.first
    else { return nil }
    if let name = notation.names.first(where: { members[$0] == nil }) {
      report("missing", "a source of keys needs \"\(name)\"", at: node.span)
    }
    let numbers = notation.names.compactMap { integer(members[$0]).map { Int64($0) } }
    return numbers.count == notation.names.count ? notation.columns(numbers) : nil
  }

  // MARK: Properties

  /// Whether a text is a regular expression; a value that is no text is reported where it is read.
  mutating func isPattern(_ node: JSONDocument.Node) -> Bool {
    guard let pattern = node.string else { return true }
    do throws(RegularExpression.PatternError) {
      _ = try RegularExpression(pattern)
      return true
    } catch {
      report("pattern", "this is not a regular expression: \(error.message)", at: node.span)
      return false
    }
  }

  mutating func join(_ node: JSONDocument.Node) -> Relationship.Join? {
    guard let members = fields(node, of: "a join", ["source", "destination"]) else { return nil }
    guard let source = string(members["source"]), let destination = string(members["destination"])
    else {
      report("missing", "a join needs \"source\" and \"destination\"", at: node.span)
      return nil
    }
    return Relationship.Join(source: source, destination: destination)
  }

  // MARK: Fetches

  static let fetchFields = ["name", "qualifier", "sort", "limit", "distinct", "prefetch"]

  private mutating func fetch(_ node: JSONDocument.Node) -> NamedFetch? {
    guard let members = fields(node, of: "a fetch", Self.fetchFields),
      let (name, _) = name(members, of: "a fetch", node)
    else { return nil }
    var fetch = NamedFetch(name: name)
    fetch.qualifier = members["qualifier"].flatMap { qualifier($0) }
    if let node = members["sort"], let text = string(node) {
      let (orderings, faults) = SortOrdering.parse(text)
      take(faults, in: node)
      fetch.sortOrderings = orderings ?? []
    }
    fetch.limit = integer(members["limit"])
    fetch.isDistinct = flag(members["distinct"]) ?? false
    fetch.prefetchPaths = members["prefetch"].map { strings($0).map { PropertyPath($0) } } ?? []
    return fetch
  }

  // MARK: Values

  /// The members of an object by name, unknown ones reported; `null` counts as left out.
  private mutating func fields(
    _ node: JSONDocument.Node,
    of noun: String,
    _ known: [String]
  ) -> [String: JSONDocument.Node]? {
    guard let members = node.members else {
      report("type", "\(noun) is an object in { }, not \(node.kind)", at: node.span)
      return nil
    }
    var fields: [String: JSONDocument.Node] = [:]
    for member in members {
      if known.contains(member.name) {
        if !member.value.isNull { fields[member.name] = member.value }
      } else {
        let near = nearestName(to: member.name, in: known)
        report(
          "unknown-member",
          "\(noun) has no \"\(member.name)\"",
          at: member.nameSpan,
          suggestion: near.map { "did you mean \"\($0)\"?" }
            ?? "known: \(known.joined(separator: ", "))"
        )
      }
    }
    return fields
  }

  private mutating func name(
    _ members: [String: JSONDocument.Node],
    of noun: String,
    _ node: JSONDocument.Node
  ) -> (String, DeclarationPlace)? {
    guard let field = members["name"] else {
      report(
        "missing",
        "\(noun) needs a \"name\"",
        at: SourceSpan(node.span.start, node.span.start + 1)
      )
      return nil
    }
    guard let name = string(field) else { return nil }
    guard !name.isEmpty else {
      report("missing", "the name is empty", at: field.span)
      return nil
    }
    return (name, DeclarationPlace(source, field.span))
  }

  mutating func elements(_ node: JSONDocument.Node) -> [JSONDocument.Node] {
    guard let elements = node.elements else {
      report("type", "a list in [ ] is expected, not \(node.kind)", at: node.span)
      return []
    }
    return elements
  }

  private mutating func strings(_ node: JSONDocument.Node) -> [String] {
    elements(node).compactMap { string($0) }
  }

  mutating func string(_ node: JSONDocument.Node?) -> String? {
    read(node, "a text") { $0.string }
  }

  mutating func flag(_ node: JSONDocument.Node?) -> Bool? {
    read(node, "true or false") { $0.bool }
  }

  mutating func integer(_ node: JSONDocument.Node?) -> Int? {
    read(node, "a whole number from 0") { node in
      node.int.flatMap { Int(exactly: $0) }.flatMap { $0 >= 0 ? $0 : nil }
    }
  }

  /// Returns the converted node, and reports a type error when conversion fails; `nil` without a node.
  private mutating func read<Result>(
    _ node: JSONDocument.Node?,
    _ expected: String,
    as convert: (JSONDocument.Node) -> Result?
  ) -> Result? {
    guard let node else { return nil }
    if let result = convert(node) { return result }
    report("type", "\(expected) is expected, not \(node.kind)", at: node.span)
    return nil
  }

  /// A text, number or truth value.
  mutating func value(_ node: JSONDocument.Node) -> Value? {
    switch node.content {
    case .string(let text): return .string(text)
    case .bool(let flag): return .bool(flag)
    case .number(let digits):
      if let number = Int64(digits) { return .int(number) }
      if let number = Double(digits), number.isFinite { return .double(number) }
      report("type", "the number is too large", at: node.span)
    case .null, .array, .object:
      report("type", "a text or number is expected, not \(node.kind)", at: node.span)
    }
    return nil
  }

  /// The values of an object by their names, with what lists and objects hold in it.
  mutating func values(_ node: JSONDocument.Node) -> [String: Value]? {
    guard let members = node.members else {
      report("type", "an object in { } is expected, not \(node.kind)", at: node.span)
      return nil
    }
    var values: [String: Value] = [:]
    for member in members { values[member.name] = anyValue(member.value) }
    return values
  }

  private mutating func anyValue(_ node: JSONDocument.Node) -> Value? {
    switch node.content {
    case .null: .null
    case .object: values(node).map { .dictionary($0) }
    case .array(let elements): .list(elements.compactMap { anyValue($0) })
    case .string, .bool, .number: value(node)
    }
  }

  /// The application's type that a text names; `nil` where it names none.
  func customType(_ node: JSONDocument.Node) -> CustomType? {
    guard let name = node.string else { return nil }
    return customTypes.first { $0.name == name }
  }

  mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ node: JSONDocument.Node?,
    besides others: [String] = []
  ) -> Choice? {
    guard let node, let name = string(node) else { return nil }
    if let choice = Choice(rawValue: name) { return choice }
    let names = Choice.allCases.map(\.rawValue) + others
    let near = nearestName(to: name, in: names).map { "did you mean \"\($0)\"?" }
    report(
      "not-allowed",
      "\"\(name)\" is not allowed here",
      at: node.span,
      suggestion: near ?? "one of \(names.joined(separator: ", "))"
    )
    return nil
  }

  mutating func qualifier(_ node: JSONDocument.Node) -> Qualifier? {
    guard let text = string(node) else { return nil }
    let (qualifier, faults) = Qualifier.parse(text)
    take(faults, in: node)
    return qualifier
  }

  /// Whether a text stands in the file as it is: with escapes in it its columns are not those of the file.
  static func isPlain(_ node: JSONDocument.Node) -> Bool {
    node.string.map { $0.utf8.count + 2 == node.span.end - node.span.start } ?? false
  }

  /// Takes over faults of a text that stands in quotes in the file.
  mutating func take(_ faults: [Diagnostic], in node: JSONDocument.Node) {
    let isPlain = Self.isPlain(node)
    for fault in faults {
      let start = node.span.start + 1
      let span =
        isPlain
        ? SourceSpan(start + fault.span.start, min(start + fault.span.end, node.span.end))
        : node.span
      report(fault.id, fault.message, at: span, suggestion: fault.suggestion)
    }
  }

  mutating func report(
    _ id: String,
    _ message: String,
    at span: SourceSpan,
    suggestion: String? = nil
  ) {
    diagnostics.append(
      Diagnostic(.error, id: id, message, source: source, span: span, suggestion: suggestion)
    )
  }
}
