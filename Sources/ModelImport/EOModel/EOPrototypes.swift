import EntityModel
import PropertyLists

/// The prototype attributes from which EOModel attributes take their types: `prototypeName = varchar255`.
///
/// They come from entities like `EOJDBCPrototypes`, in the model or in one beside it. Common prototype names are built in.
struct EOPrototypes {
  /// The adaptor of the model, which has prototypes of its own.
  var adaptorName = ""
  private var entities: [String: [String: PropertyList]] = [:]

  /// Whether an entity holds prototypes and no objects.
  static func isPrototypeEntity(_ name: String) -> Bool {
    name.hasPrefix("EO") && name.hasSuffix("Prototypes")
  }

  /// Adds the prototypes of an entity, if it holds some.
  mutating func add(_ entity: PropertyList) {
    guard let name = entity["name"]?.text, Self.isPrototypeEntity(name) else { return }
    for attribute in entity["attributes"]?.array ?? [] {
      if let key = attribute["name"]?.text { entities[name, default: [:]][key] = attribute }
    }
  }

  /// Adds the prototypes of a file; one that cannot be read has none.
  mutating func add(_ bytes: [UInt8], name: String) {
    if let document = try? PropertyListDocument(reading: bytes, name: name) { add(document.root) }
  }

  /// The attribute with what its prototype says and it does not.
  func merged(_ attribute: PropertyList) -> PropertyList {
    guard let name = attribute["prototypeName"]?.text, let own = attribute.dictionary?.entries,
      let prototype = prototype(name)?.dictionary?.entries
    else { return attribute }
    let said = Set(own.map(\.key))
    let rest = prototype.filter { !said.contains($0.key) && $0.key != "name" }
    return PropertyList(.dictionary(PropertyListDictionary(own + rest)), span: attribute.span)
  }

  private func prototype(_ name: String) -> PropertyList? {
    let preferred = ["EO\(adaptorName)Prototypes", "EOPrototypes", "EOJDBCPrototypes"]
    let found = (preferred + entities.keys.sorted()).lazy.compactMap { entities[$0]?[name] }.first
    return found ?? Self.common(name)
  }

  /// The prototypes that every set of them has.
  private static func common(_ name: String) -> PropertyList? {
    if name.hasPrefix("varchar") {
      let rest = name.dropFirst("varchar".count)
      guard rest.isEmpty || rest == "Large" || Int(rest) != nil else { return nil }
      return attribute([
        "valueClassName": "NSString", "width": Int(rest) == nil ? nil : String(rest),
      ])
    }
    switch name {
    case "id", "intNumber", "shortNumber", "longNumber", "number":
      return attribute(["valueClassName": "NSNumber", "valueType": "i"])
    case "amount", "currencyAmount", "bigDecimal", "decimalNumber":
      return attribute(["valueClassName": "NSDecimalNumber", "valueType": "B"])
    case "doubleNumber", "floatNumber", "double", "float":
      return attribute(["valueClassName": "NSNumber", "valueType": "d"])
    case "boolean", "intBoolean", "flag", "bool":
      return attribute(["valueClassName": "java.lang.Boolean"])
    case "date", "dateTime", "timestamp", "javaDateTime", "javaLocalDateTime", "jodaDateTime",
      "jodaLocalDateTime", "localDateTime":
      return attribute(["valueClassName": "NSCalendarDate"])
    case "localDate", "javaLocalDate", "jodaLocalDate":
      return attribute(["valueClassName": "NSCalendarDate", "valueType": "D"])
    case "time", "localTime", "javaLocalTime", "jodaLocalTime":
      return attribute(["valueClassName": "NSCalendarDate", "valueType": "t"])
    case "blob", "data", "blobArray", "blobDictionary", "mutableArray", "mutableDictionary",
      "serializable":
      return attribute(["valueClassName": "NSData"])
    case "osType", "charFlag", "cryptoString", "duration", "globalID", "ipAddress", "javaEnum",
      "keyID", "shortString", "string", "stringArray", "stringDictionary", "type", "uuid":
      return attribute(["valueClassName": "NSString"])
    case "longText": return attribute(["valueClassName": "NSString", "externalType": "text"])
    default: return nil
    }
  }

  private static func attribute(_ members: [String: String?]) -> PropertyList {
    let entries = members.sorted { $0.key < $1.key }.compactMap { key, value in
      value.map { PropertyListDictionary.Entry(key, PropertyList(.string($0))) }
    }
    return PropertyList(.dictionary(PropertyListDictionary(entries)))
  }

  /// Returns the type of an attribute; `nil` when the model does not declare one.
  static func type(of attribute: PropertyList) -> AttributeType? {
    let valueType = attribute["valueType"]?.text ?? ""
    let factory = attribute["factoryMethodArgumentType"]?.text ?? ""
    let named = attribute["valueClassName"]?.text ?? attribute["className"]?.text
    guard let name = named?.split(separator: ".").last.map(String.init) else {
      guard let declared = attribute["externalType"]?.text else { return nil }
      let type = ColumnType(declared: declared).type
      return type == .any ? nil : type
    }
    switch name {
    case "NSString", "String":
      let external = (attribute["externalType"]?.text ?? "").lowercased()
      let isLong = (attribute["width"]?.integer ?? 0) > 1000
      return isLong || ["text", "clob", "longtext", "long"].contains(external) ? .text : .string
    case "NSNumber", "Number": return number(valueType)
    case "Integer", "Long", "Short", "BigInteger", "Byte": return .integer
    case "Double", "Float": return .number
    case "NSDecimalNumber", "BigDecimal": return .decimal
    case "Boolean": return .bool
    case "NSCalendarDate", "NSGregorianDate", "NSTimestamp", "NSDate", "Date", "DateTime",
      "LocalDateTime":
      return date(valueType, attribute["externalType"]?.text)
    case "LocalDate": return .date
    case "LocalTime": return .time
    case "NSData", "NSMutableData", "byte[]": return .blob
    default:
      // A class of the application says from what its objects are made.
      switch factory {
      case "": return .any
      case "EOFactoryMethodArgumentIsNSData", "EOFactoryMethodArgumentIsBytes": return .blob
      default: return .string
      }
    }
  }

  private static func number(_ valueType: String) -> AttributeType {
    switch valueType {
    case "f", "d", "float", "double": .number
    case "B": .decimal
    case "c": .bool
    default: .integer
    }
  }

  private static func date(_ valueType: String, _ externalType: String?) -> AttributeType {
    switch valueType {
    case "D": .date
    case "t": .time
    case "T", "M": .timestamp
    default:
      switch externalType?.lowercased() {
      case "date": .date
      case "time": .time
      default: .timestamp
      }
    }
  }
}
