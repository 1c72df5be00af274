import Diagnostics
import EntityModel
import PropertyLists
import Qualifiers

/// Reads models of WebObjects: `.eomodeld` folders and the older `.eomodel` files, whichever property lists they use.
///
/// Java classes, connections (with their passwords) and batches of such models are ignored.
struct EOModelReader {
  /// The files of a model by their names: `index.eomodeld`, `Movie.plist`, `Movie.fspec`.
  let files: [String: [UInt8]]
  /// The name of the folder in diagnostics.
  let path: String
  private(set) var diagnostics: [Diagnostic] = []
  /// The prototype attributes, from which attributes inherit their types.
  var prototypes: EOPrototypes

  init(files: [String: [UInt8]], path: String, prototypes: EOPrototypes = EOPrototypes()) {
    (self.files, self.path, self.prototypes) = (files, path, prototypes)
  }

  /// Reads a folder; `nil` when its index is missing or malformed.
  mutating func folder(name: String) -> ModelDeclaration? {
    guard let index = document("index.eomodeld") else {
      if files["index.eomodeld"] == nil { report("file", "'\(path)' has no index.eomodeld") }
      return nil
    }
    var entities: [Item] = []
    for entry in Item(index).items("entities") {
      guard let name = entry["name"]?.text else {
        report("missing", "an entity of the index has no name", at: entry.place())
        continue
      }
      guard files["\(name).plist"] != nil else {
        report(
          "missing-file",
          "the index names '\(name)', but there is no \(name).plist",
          at: entry.place()
        )
        continue
      }
      if let entity = document("\(name).plist") { entities.append(Item(entity)) }
    }
    return model(Item(index), name: name, of: entities)
  }

  /// Reads the one file of an older model.
  mutating func file(_ fileName: String, name: String) -> ModelDeclaration? {
    guard let document = document(fileName) else { return nil }
    let index = Item(document)
    return model(index, name: index["name"]?.text ?? name, of: index.items("entities"))
  }

  private mutating func model(
    _ index: Item,
    name: String,
    of entities: [Item]
  ) -> ModelDeclaration? {
    guard index["entities"]?.array != nil else {
      report("missing", "the model has no list of entities", at: index.place())
      return nil
    }
    prototypes.adaptorName = index["adaptorName"]?.text ?? ""
    for entity in entities { prototypes.add(entity.list) }
    var model = ModelDeclaration(name: name, isComplete: true)
    for item in entities {
      if let entity = entity(item) { model.entities.append(entity) }
      if let loss = loss(of: item) { model.losses.append(loss) }
    }
    if model.entities.contains(where: \.isPrototype) {
      model.losses.append(
        Diagnostic(
          .note,
          id: "loss",
          "the prototypes of '\(name)' are left out: attributes already have types"
        )
      )
    }
    if index["connectionDictionary"] != nil {
      // Without a place: the line would show the password.
      model.losses.append(
        Diagnostic(
          .note,
          id: "loss",
          "the connection of '\(name)', with its password, is left out"
        )
      )
    }
    return model
  }

  /// Tells what a model in another format does not say.
  private func loss(of list: Item) -> Diagnostic? {
    let name = list["name"]?.text ?? ""
    var lost: [String] = []
    if let className = list["className"]?.text, className != "EOGenericRecord" {
      lost.append("its class \(className)")
    }
    if list["storedProcedureNames"]?.dictionary?.entries.isEmpty == false {
      lost.append("its stored procedures")
    }
    let readOnly = list.items("attributes").filter { $0["isReadOnly"]?.boolean == true }
    if !readOnly.isEmpty {
      lost.append(
        "that \(readOnly.compactMap { $0["name"]?.text }.joined(separator: ", ")) cannot be written"
      )
    }
    guard !lost.isEmpty else { return nil }
    return list.place("name").fault(
      "loss",
      "of '\(name)' is left out: " + lost.joined(separator: "; "),
      severity: .note
    )
  }

  // MARK: Entities

  private mutating func entity(_ list: Item) -> EntityDeclaration? {
    guard let name = name(of: list, "an entity") else { return nil }
    var entity = EntityDeclaration(name: name, place: list.place("name"))
    entity.isPrototype = EOPrototypes.isPrototypeEntity(name)
    entity.tableName = list.text("externalName")
    entity.parentName = list["parent"]?.text
    entity.isAbstract = list["isAbstractEntity"]?.boolean ?? false
    if list["isReadOnly"]?.boolean == true { entity.readOnlyReason = "the model says so" }
    entity.identity = list["primaryKeyAttributes"]?.array?.compactMap(\.text)
    entity.shownProperties = list["classProperties"]?.array?.compactMap(\.text)
    (entity.documentation, entity.userInfo) = (list.documentation, list.userInfo)
    for attribute in list.items("attributes") {
      if let attribute = self.attribute(attribute) { entity.attributes.append(attribute) }
    }
    for relationship in list.items("relationships") {
      if let relationship = self.relationship(relationship) {
        entity.relationships.append(relationship)
      }
    }
    if let format = list["restrictingQualifier"] {
      entity.discriminator = qualifier(Item(list: format, source: list.source), of: entity)
    }
    if let fetches = list["fetchSpecificationDictionary"] {
      addFetches(Item(list: fetches, source: list.source), to: &entity)
    }
    if files["\(name).fspec"] != nil, let fetches = document("\(name).fspec") {
      addFetches(Item(fetches), to: &entity)
    }
    return entity
  }

  /// A restricting qualifier: mostly a format, in some models an archived tree.
  private mutating func qualifier(_ list: Item, of entity: EntityDeclaration) -> Qualifier? {
    guard let text = list.list.string else { return archived(list, of: entity) }
    let (qualifier, faults) = Qualifier.parse(text)
    if qualifier == nil {
      let reason = faults.first?.message ?? "it is none"
      report(
        "qualifier",
        "the condition \"\(text)\" cannot be read: \(reason)",
        at: list.place()
      )
    }
    return qualifier
  }

  private mutating func archived(_ item: Item, of entity: EntityDeclaration) -> Qualifier? {
    let types = Dictionary(entity.attributes.map { ($0.name, $0.type ?? .any) }) { first, _ in first
    }
    do throws(ArchivedQualifier.Unknown) {
      return try ArchivedQualifier(types: types).qualifier(item.list)
    } catch {
      let place = DeclarationPlace(item.source, error.span)
      report("qualifier", error.message, at: place, severity: .warning)
      return nil
    }
  }

  private mutating func addFetches(_ list: Item, to entity: inout EntityDeclaration) {
    for entry in list.list.dictionary?.entries ?? [] where entry.value.dictionary != nil {
      var fetch = NamedFetch(name: entry.key)
      if let qualifier = entry.value["qualifier"] {
        fetch.qualifier = archived(Item(list: qualifier, source: list.source), of: entity)
        if fetch.qualifier == nil { continue }
      }
      for ordering in entry.value["sortOrderings"]?.array ?? [] {
        guard let key = ordering["key"]?.text else { continue }
        let selector = ordering["selectorName"]?.text ?? ""
        fetch.sortOrderings.append(SortOrdering(PropertyPath(key), selector: selector))
      }
      let limit = entry.value["fetchLimit"]?.integer ?? 0
      fetch.limit = limit > 0 ? Int(limit) : nil
      fetch.isDistinct = entry.value["usesDistinct"]?.boolean ?? false
      fetch.prefetchPaths =
        (entry.value["prefetchingRelationshipKeyPaths"]?.array ?? [])
        .compactMap { $0.text.map { PropertyPath($0) } }
      entity.fetches.append(fetch)
    }
  }

  // MARK: Properties

  private mutating func attribute(_ list: Item) -> AttributeDeclaration? {
    guard let name = name(of: list, "an attribute") else { return nil }
    var attribute = AttributeDeclaration(name: name, place: list.place("name"))
    let merged = prototypes.merged(list.list)
    attribute.columnName = merged["columnName"]?.text.flatMap { $0.isEmpty ? nil : $0 }
    attribute.declaredType = merged["externalType"]?.text
    attribute.isNullable = merged["allowsNull"]?.boolean ?? false
    attribute.type = EOPrototypes.type(of: merged)
    if attribute.type == nil, let name = list["prototypeName"]?.text {
      report(
        "unknown-prototype",
        "there is no prototype '\(name)'",
        at: list.place(),
        severity: .warning
      )
    }
    let width = merged["width"]?.integer.flatMap { Int(exactly: $0) }
    if attribute.type == .string || attribute.type == .text { attribute.width = width }
    if attribute.type == .decimal {
      attribute.scale = merged["scale"]?.integer.flatMap { Int(exactly: $0) }
    }
    (attribute.documentation, attribute.userInfo) = (list.documentation, list.userInfo)
    if let definition = list.text("definition") {
      if definition.contains("."), definition.allSatisfy(Self.isPathCharacter) {
        attribute.derivation = .path(PropertyPath(definition))
      } else {
        attribute.isTransient = true
        report(
          "definition",
          "'\(name)' is computed by SQL (\(definition)), which is left out",
          at: list.place("definition"),
          severity: .warning
        )
      }
    }
    return attribute
  }

  private static func isPathCharacter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "."
  }

  private mutating func relationship(_ list: Item) -> RelationshipDeclaration? {
    guard let name = name(of: list, "a relationship") else { return nil }
    var relationship = RelationshipDeclaration(name: name, place: list.place("name"))
    (relationship.documentation, relationship.userInfo) = (list.documentation, list.userInfo)
    if let definition = list.text("definition") {
      relationship.path = PropertyPath(definition).components
      return relationship
    }
    relationship.destinationName = list["destination"]?.text
    relationship.isToMany = list["isToMany"]?.boolean ?? false
    relationship.isMandatory = list["isMandatory"]?.boolean ?? false
    relationship.joins = list.items("joins").compactMap { join in
      guard let from = join["sourceAttribute"]?.text, let to = join["destinationAttribute"]?.text
      else { return nil }
      return Relationship.Join(source: from, destination: to)
    }
    relationship.deleteRule = Self.deleteRule(
      list["deleteRule"]?.text,
      isToMany: relationship.isToMany == true
    )
    return relationship
  }

  private static func deleteRule(_ name: String?, isToMany: Bool) -> DeleteRule? {
    switch name {
    case "EODeleteRuleCascade": .cascade
    case "EODeleteRuleDeny": .deny
    case "EODeleteRuleNoAction": .noAction
    case "EODeleteRuleNullify": .nullify
    // What an object knows nothing of it leaves behind without a reference.
    default: isToMany ? .nullify : nil
    }
  }

  private mutating func name(of list: Item, _ noun: String) -> String? {
    if let name = list.text("name") { return name }
    report("missing", "\(noun) has no name", at: list.place())
    return nil
  }

  // MARK: Files

  private mutating func document(_ name: String) -> PropertyListDocument? {
    guard let bytes = files[name] else { return nil }
    let label = files.count == 1 ? path : "\(path)/\(name)"
    do throws(MalformedDocument) {
      return try PropertyListDocument(reading: bytes, name: label)
    } catch {
      diagnostics.append(error.diagnostic)
      return nil
    }
  }

  private mutating func report(
    _ id: String,
    _ message: String,
    at place: DeclarationPlace? = nil,
    severity: Diagnostic.Severity = .error
  ) {
    let file = DeclarationPlace(SourceText(name: path, text: ""), SourceSpan(0, 0))
    diagnostics.append((place ?? file).fault(id, message, severity: severity))
  }
}

/// A property list of an EOModel file with the source text of that file, so that diagnostics can point to it.
///
/// The reader of EOModels uses one for the index, each entity and each of their parts.
private struct Item {
  let list: PropertyList
  let source: SourceText

  subscript(key: String) -> PropertyList? { list[key] }

  func items(_ key: String) -> [Item] {
    (list[key]?.array ?? []).map { Item(list: $0, source: source) }
  }

  /// The text of a member; `nil` for an empty one.
  func text(_ key: String) -> String? { list[key]?.text.flatMap { $0.isEmpty ? nil : $0 } }

  /// Returns the source location of a member; without a key that of the whole item.
  func place(_ key: String? = nil) -> DeclarationPlace {
    DeclarationPlace(source, key.flatMap { list[$0]?.span } ?? list.span)
  }

  var documentation: String? { list["userInfo"]?["_EntityModeler"]?["documentation"]?.text }
  var userInfo: [String: Value] { list["userInfo"]?.dictionary?.values ?? [:] }
}

extension Item {
  init(_ document: PropertyListDocument) { self.init(list: document.root, source: document.source) }
}
