import Diagnostics
import EntityModel
import FoundationEssentials
import PropertyLists
import Qualifiers

/// Reads the `contents` of a Core Data model.
///
/// A file says nothing of tables: how entities lie in a store, or in tables of their own, ``CoreDataMapping`` finds.
struct CoreDataModelReader {
  private let document: XMLDocument
  private(set) var diagnostics: [Diagnostic] = []

  private init(document: XMLDocument) { self.document = document }

  /// Reads a file; `nil` when it is malformed.
  static func read(_ bytes: [UInt8], path: String, name: String) -> ModelReading {
    do throws(MalformedDocument) {
      var reader = CoreDataModelReader(document: try XMLDocument(reading: bytes, name: path))
      return (reader.model(name: name), reader.diagnostics)
    } catch {
      return (nil, [error.diagnostic])
    }
  }

  private mutating func model(name: String) -> ModelDeclaration? {
    guard document.root.name == "model" else {
      report(
        "format",
        "a Core Data model begins with <model>, not <\(document.root.name)>",
        at: document.root
      )
      return nil
    }
    var model = ModelDeclaration(name: name, isComplete: true, mapping: CoreDataMapping.mapped)
    var names: Set<String> = []
    for element in document.root.elements(named: "entity") {
      guard let name = self.name(of: element, "an entity") else { continue }
      guard names.insert(name).inserted else {
        report("duplicate", "the entity '\(name)' already exists", at: element)
        continue
      }
      model.entities.append(entity(element, name: name))
    }
    for request in document.root.elements(named: "fetchRequest") { add(request, to: &model) }
    model.losses = losses()
    return model
  }

  /// Returns the features of the model that the imported format cannot express, as diagnostics.
  private func losses() -> [Diagnostic] {
    document.root.elements(named: "entity").flatMap { entity -> [Diagnostic] in
      let name = entity["name"] ?? ""
      return entity.elements.compactMap { property -> Diagnostic? in
        let reason: String
        if property.name == "attribute", flag(property, "transient") {
          reason = "is kept in memory only"
        } else if property["attributeType"] == "Transformable" {
          reason = "is imported as bytes, without its transformer"
        } else if property.name == "relationship", flag(property, "ordered") {
          reason = "loses its order"
        } else {
          return nil
        }
        return place(property).fault(
          "loss",
          "'\(name).\(property["name"] ?? "")' \(reason)",
          severity: .note
        )
      }
    }
  }

  private mutating func entity(_ element: XMLElement, name: String) -> EntityDeclaration {
    var entity = EntityDeclaration(name: name, place: place(element))
    entity.parentName = element["parentEntity"]
    entity.isAbstract = flag(element, "isAbstract")
    (entity.documentation, entity.userInfo) = (documentation(element), userInfo(element))
    for child in element.elements {
      switch child.name {
      case "attribute":
        guard let name = self.name(of: child, "an attribute") else { continue }
        entity.attributes.append(attribute(child, name: name))
      case "relationship":
        guard let name = self.name(of: child, "a relationship") else { continue }
        entity.relationships.append(relationship(child, name: name))
      case "fetchedProperty":
        report(
          "fetched-property",
          "the fetched property '\(child["name"] ?? "")' is left out",
          at: child,
          severity: .warning
        )
      default: break
      }
    }
    return entity
  }

  // MARK: Properties

  private mutating func attribute(_ element: XMLElement, name: String) -> AttributeDeclaration {
    var attribute = AttributeDeclaration(name: name, place: place(element))
    attribute.isNullable = flag(element, "optional")
    attribute.isTransient = flag(element, "transient")
    (attribute.documentation, attribute.userInfo) = (documentation(element), userInfo(element))
    let kind = element["attributeType"] ?? ""
    if let type = Self.types[kind] {
      attribute.type = type
    } else if !attribute.isTransient {
      let near = nearestName(to: kind, in: Self.types.keys.sorted())
      report(
        "unknown-type",
        kind.isEmpty ? "'\(name)' has no attributeType" : "'\(kind)' is not a Core Data type",
        at: element,
        suggestion: near.map { "did you mean '\($0)'?" }
      )
    }
    validate(&attribute, element)
    attribute.initialValue = initialValue(element, attribute)
    return attribute
  }

  private static let types: [String: AttributeType] = [
    "Integer 16": .integer, "Integer 32": .integer, "Integer 64": .integer, "Double": .number,
    "Float": .number, "Decimal": .decimal, "String": .string, "Boolean": .bool, "Date": .timestamp,
    "Binary": .blob, "Binary Data": .blob, "Transformable": .blob, "UUID": .uuid, "URI": .url,
    "Composite": .blob, "Object ID": .any, "Undefined": .any,
  ]

  private mutating func validate(_ attribute: inout AttributeDeclaration, _ element: XMLElement) {
    let bounds = (element["minValueString"], element["maxValueString"])
    switch attribute.type {
    case .string:
      attribute.minimumLength = bounds.0.flatMap { Int($0) }
      attribute.width = bounds.1.flatMap { Int($0) }
    case .integer, .number, .decimal:
      attribute.minimum = bounds.0.flatMap { Value(number: $0) }.map { Bound($0) }
      attribute.maximum = bounds.1.flatMap { Value(number: $0) }.map { Bound($0) }
    default: break
    }
    guard let pattern = element["regularExpressionString"], !pattern.isEmpty else { return }
    do throws(RegularExpression.PatternError) {
      // Core Data asks the whole text.
      _ = try RegularExpression("^(\(pattern))$")
      attribute.pattern = "^(\(pattern))$"
    } catch {
      report(
        "pattern",
        "the pattern of '\(attribute.name)' is left out: \(error.message)",
        at: element,
        severity: .warning
      )
    }
  }

  private func initialValue(_ element: XMLElement, _ attribute: AttributeDeclaration) -> Value? {
    if attribute.type == .timestamp,
      let seconds = element["defaultDateTimeInterval"].flatMap({ Double($0) })
    {
      return .date(Date(timeIntervalSinceReferenceDate: seconds))
    }
    guard let text = element["defaultValueString"] else { return nil }
    switch attribute.type {
    case .integer: return Int64(text).map { .int($0) }
    case .number, .decimal: return Value(number: text)
    case .bool: return .bool(text == "YES" || text == "1" || text.lowercased() == "true")
    case .string, .text, .url: return .string(text)
    default: return nil
    }
  }

  private mutating func relationship(_ element: XMLElement, name: String) -> RelationshipDeclaration
  {
    var relationship = RelationshipDeclaration(name: name, place: place(element))
    relationship.destinationName = element["destinationEntity"]
    relationship.isToMany = flag(element, "toMany")
    relationship.inverseName = element["inverseName"]
    relationship.isMandatory = !flag(element, "optional")
    relationship.documentation = documentation(element)
    relationship.userInfo = userInfo(element)
    switch element["deletionRule"] {
    case "Cascade": relationship.deleteRule = .cascade
    case "Deny": relationship.deleteRule = .deny
    case "Nullify": relationship.deleteRule = .nullify
    default: relationship.deleteRule = .noAction
    }
    if relationship.destinationName == nil {
      report("missing", "the relationship '\(name)' has no destinationEntity", at: element)
    }
    return relationship
  }

  private mutating func add(_ request: XMLElement, to model: inout ModelDeclaration) {
    guard let name = self.name(of: request, "a fetch request"),
      let index = model.entities.firstIndex(where: { $0.name == request["entity"] })
    else { return }
    var fetch = NamedFetch(name: name)
    if let text = request["predicateString"], !text.isEmpty, text != "TRUEPREDICATE" {
      guard let qualifier = Qualifier.parse(text).qualifier else {
        report(
          "qualifier",
          "the predicate of '\(name)' cannot be read: \(text)",
          at: request,
          severity: .warning
        )
        return
      }
      fetch.qualifier = qualifier
    }
    fetch.limit = request["fetchLimit"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    fetch.isDistinct = flag(request, "returnDistinctResults")
    model.entities[index].fetches.append(fetch)
  }

  // MARK: Places

  private mutating func name(of element: XMLElement, _ noun: String) -> String? {
    guard let name = element["name"], !name.isEmpty else {
      report("missing", "\(noun) has no name", at: element)
      return nil
    }
    return name
  }

  private func flag(_ element: XMLElement, _ name: String) -> Bool { element[name] == "YES" }

  private func documentation(_ element: XMLElement) -> String? {
    userInfo(element)["documentation"]?.string.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The user info of an entity or property, texts by their names.
  private func userInfo(_ element: XMLElement) -> [String: Value] {
    let entries = element.element(named: "userInfo")?.elements(named: "entry") ?? []
    return entries.reduce(into: [:]) { values, entry in
      if let key = entry["key"] { values[key] = .string(entry["value"] ?? "") }
    }
  }

  private func place(_ element: XMLElement) -> DeclarationPlace {
    DeclarationPlace(document.source, element.attribute("name")?.span ?? element.nameSpan)
  }

  private mutating func report(
    _ id: String,
    _ message: String,
    at element: XMLElement,
    severity: Diagnostic.Severity = .error,
    suggestion: String? = nil
  ) {
    diagnostics.append(
      place(element).fault(id, message, severity: severity, suggestion: suggestion)
    )
  }
}
