import Diagnostics
import EntityModel
import PropertyLists
import Qualifiers

/// Reads models of WebObjects: `.eomodeld` folders and the older `.eomodel` files, whichever property lists they use.
///
/// What such models say about Java classes, connections (with their passwords) and batches is passed over.
struct EOModelReader {
  /// The files of a model by their names: `index.eomodeld`, `Movie.plist`, `Movie.fspec`.
  let files: [String: [UInt8]]
  /// What faults call the folder.
  let path: String
  private(set) var diagnostics: [Diagnostic] = []
  /// What attributes refer to for types.
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
    var entities: [(PropertyList, SourceText)] = []
    for entry in index.root["entities"]?.array ?? [] {
      guard let name = entry["name"]?.text else {
        report("missing", "an entity of the index has no name", index.source, entry.span)
        continue
      }
      guard files["\(name).plist"] != nil else {
        report(
          "missing-file",
          "the index names '\(name)', but there is no \(name).plist",
          index.source,
          entry.span
        )
        continue
      }
      if let entity = document("\(name).plist") { entities.append((entity.root, entity.source)) }
    }
    return model(index, name: name, entities)
  }

  /// Reads the one file of an older model.
  mutating func file(_ fileName: String, name: String) -> ModelDeclaration? {
    guard let index = document(fileName) else { return nil }
    let entities = (index.root["entities"]?.array ?? []).map { ($0, index.source) }
    return model(index, name: index.root["name"]?.text ?? name, entities)
  }

  private mutating func model(
    _ index: PropertyListDocument,
    name: String,
    _ entities: [(PropertyList, SourceText)]
  ) -> ModelDeclaration? {
    guard index.root["entities"]?.array != nil else {
      report(
        "missing",
        "a model has a list of entities, this has none",
        index.source,
        index.root.span
      )
      return nil
    }
    prototypes.adaptorName = index.root["adaptorName"]?.text ?? ""
    for (entity, _) in entities { prototypes.add(entity) }
    var model = ModelDeclaration(name: name, isComplete: true)
    for (list, source) in entities {
      if let entity = entity(list, source) { model.entities.append(entity) }
      addLosses(of: list, source, to: &model)
    }
    if model.entities.contains(where: \.isPrototype) {
      model.losses.append(
        Diagnostic(
          .note,
          id: "loss",
          "the prototypes of '\(name)' are not carried over: attributes have their types already"
        )
      )
    }
    if index.root["connectionDictionary"] != nil {
      // Without a place: the line would show the password.
      model.losses.append(
        Diagnostic(
          .note,
          id: "loss",
          "the connection of '\(name)', with its password, is not carried over"
        )
      )
    }
    return model
  }

  /// Tells what a model in another format does not say.
  private func addLosses(
    of list: PropertyList,
    _ source: SourceText,
    to model: inout ModelDeclaration
  ) {
    let name = list["name"]?.text ?? ""
    var lost: [String] = []
    if let className = list["className"]?.text, className != "EOGenericRecord" {
      lost.append("its class \(className)")
    }
    if list["storedProcedureNames"]?.dictionary?.entries.isEmpty == false {
      lost.append("its stored procedures")
    }
    let readOnly = (list["attributes"]?.array ?? []).filter { $0["isReadOnly"]?.boolean == true }
    if !readOnly.isEmpty {
      lost.append(
        "that \(readOnly.compactMap { $0["name"]?.text }.joined(separator: ", ")) cannot be written"
      )
    }
    guard !lost.isEmpty else { return }
    model.losses.append(
      DeclarationPlace(source, list["name"]?.span ?? list.span)
        .fault(
          "loss",
          "of '\(name)' is not carried over: " + lost.joined(separator: "; "),
          severity: .note
        )
    )
  }

  // MARK: Entities

  private mutating func entity(_ list: PropertyList, _ source: SourceText) -> EntityDeclaration? {
    guard let name = list["name"]?.text, !name.isEmpty else {
      report("missing", "an entity has no name", source, list.span)
      return nil
    }
    var entity = EntityDeclaration(
      name: name,
      place: DeclarationPlace(source, list["name"]?.span ?? list.span)
    )
    entity.isPrototype = EOPrototypes.isPrototypeEntity(name)
    entity.tableName = list["externalName"]?.text.flatMap { $0.isEmpty ? nil : $0 }
    entity.parentName = list["parent"]?.text
    entity.isAbstract = list["isAbstractEntity"]?.boolean ?? false
    if list["isReadOnly"]?.boolean == true { entity.readOnlyReason = "the model says so" }
    entity.identity = list["primaryKeyAttributes"]?.array?.compactMap(\.text)
    entity.shownProperties = list["classProperties"]?.array?.compactMap(\.text)
    entity.documentation = Self.documentation(list)
    entity.userInfo = list["userInfo"]?.dictionary?.values ?? [:]
    for attribute in list["attributes"]?.array ?? [] {
      if let attribute = self.attribute(attribute, source) { entity.attributes.append(attribute) }
    }
    for relationship in list["relationships"]?.array ?? [] {
      if let relationship = self.relationship(relationship, source) {
        entity.relationships.append(relationship)
      }
    }
    if let format = list["restrictingQualifier"] {
      entity.discriminator = qualifier(format, of: entity, source)
    }
    addFetches(list["fetchSpecificationDictionary"], to: &entity, source)
    if files["\(name).fspec"] != nil, let fetches = document("\(name).fspec") {
      addFetches(fetches.root, to: &entity, fetches.source)
    }
    return entity
  }

  /// A restricting qualifier: mostly a format, in some models an archived tree.
  private mutating func qualifier(
    _ list: PropertyList,
    of entity: EntityDeclaration,
    _ source: SourceText
  ) -> Qualifier? {
    guard let text = list.string else { return archived(list, of: entity, source) }
    let (qualifier, faults) = Qualifier.parse(text)
    if qualifier == nil {
      let reason = faults.first?.message ?? "it is none"
      report(
        "qualifier",
        "the condition \"\(text)\" is not understood: \(reason)",
        source,
        list.span
      )
    }
    return qualifier
  }

  private mutating func archived(
    _ list: PropertyList,
    of entity: EntityDeclaration,
    _ source: SourceText
  ) -> Qualifier? {
    let types = Dictionary(entity.attributes.map { ($0.name, $0.type ?? .any) }) { first, _ in first
    }
    do throws(ArchivedQualifier.Unknown) {
      return try ArchivedQualifier(types: types).qualifier(list)
    } catch {
      report("qualifier", error.message, source, error.span, severity: .warning)
      return nil
    }
  }

  private mutating func addFetches(
    _ list: PropertyList?,
    to entity: inout EntityDeclaration,
    _ source: SourceText
  ) {
    for entry in list?.dictionary?.entries ?? [] where entry.value.dictionary != nil {
      var fetch = NamedFetch(name: entry.key)
      if let list = entry.value["qualifier"] {
        fetch.qualifier = archived(list, of: entity, source)
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

  private mutating func attribute(
    _ list: PropertyList,
    _ source: SourceText
  ) -> AttributeDeclaration? {
    guard let name = list["name"]?.text, !name.isEmpty else {
      report("missing", "an attribute has no name", source, list.span)
      return nil
    }
    var attribute = AttributeDeclaration(
      name: name,
      place: DeclarationPlace(source, list["name"]?.span ?? list.span)
    )
    let merged = prototypes.merged(list)
    attribute.columnName = merged["columnName"]?.text.flatMap { $0.isEmpty ? nil : $0 }
    attribute.declaredType = merged["externalType"]?.text
    attribute.isNullable = merged["allowsNull"]?.boolean ?? false
    attribute.type = EOPrototypes.type(of: merged)
    if attribute.type == nil, let name = list["prototypeName"]?.text {
      report(
        "unknown-prototype",
        "there is no prototype '\(name)'",
        source,
        list.span,
        severity: .warning
      )
    }
    let width = merged["width"]?.integer.flatMap { Int(exactly: $0) }
    if attribute.type == .string || attribute.type == .text { attribute.width = width }
    if attribute.type == .decimal {
      attribute.scale = merged["scale"]?.integer.flatMap { Int(exactly: $0) }
    }
    attribute.documentation = Self.documentation(list)
    attribute.userInfo = list["userInfo"]?.dictionary?.values ?? [:]
    if let definition = list["definition"]?.text, !definition.isEmpty {
      if definition.contains("."), definition.allSatisfy(Self.isPathCharacter) {
        attribute.derivation = .path(PropertyPath(definition))
      } else {
        attribute.isTransient = true
        report(
          "definition",
          "'\(name)' is computed by SQL (\(definition)), which is left out",
          source,
          list["definition"]?.span ?? list.span,
          severity: .warning
        )
      }
    }
    return attribute
  }

  private static func isPathCharacter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "."
  }

  private mutating func relationship(
    _ list: PropertyList,
    _ source: SourceText
  ) -> RelationshipDeclaration? {
    guard let name = list["name"]?.text, !name.isEmpty else {
      report("missing", "a relationship has no name", source, list.span)
      return nil
    }
    var relationship = RelationshipDeclaration(
      name: name,
      place: DeclarationPlace(source, list["name"]?.span ?? list.span)
    )
    relationship.documentation = Self.documentation(list)
    relationship.userInfo = list["userInfo"]?.dictionary?.values ?? [:]
    if let definition = list["definition"]?.text, !definition.isEmpty {
      relationship.path = PropertyPath(definition).components
      return relationship
    }
    relationship.destinationName = list["destination"]?.text
    relationship.isToMany = list["isToMany"]?.boolean ?? false
    relationship.isMandatory = list["isMandatory"]?.boolean ?? false
    relationship.joins = (list["joins"]?.array ?? []).compactMap { join in
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

  private static func documentation(_ list: PropertyList) -> String? {
    list["userInfo"]?["_EntityModeler"]?["documentation"]?.text
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
    _ source: SourceText? = nil,
    _ span: SourceSpan = SourceSpan(0, 0),
    severity: Diagnostic.Severity = .error
  ) {
    diagnostics.append(
      Diagnostic(
        severity,
        id: id,
        message,
        source: source ?? SourceText(name: path, text: ""),
        span: span
      )
    )
  }
}
