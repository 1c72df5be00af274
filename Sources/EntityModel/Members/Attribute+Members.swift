public import Qualifiers

private typealias AttributeMember = Member<Attribute>

extension Attribute: Membered {
  static let members = MemberTable<Attribute> {
    AttributeMember("name", \.name, "lowerCamelCase, unique in the entity.").always.told
      .laying { declaration, definition, _ in definition.name = declaration.name }
    AttributeMember(
      "columnName",
      in: "column",
      \.columnName,
      "The column; left out when it is called like the attribute."
    ).always
      .writing { attribute -> String? in
        attribute.definition.derivation == nil ? attribute.columnName : nil
      }
      .laying { _, _, _ in }
    AttributeMember("type", \.type).always.reading { $0.typeName }.writing {
      $0.definition.customType?.name ?? $0.type.rawValue
    }
    .checking { node, reader in reader.customType(node) == nil }
    .laying { declaration, definition, _ in
      if let type = declaration.type { ModelOverlay.retype(&definition, as: type) }
    }
    AttributeMember("applicationType", in: "type", \.applicationType).unread
      .laying { declaration, definition, _ in
        if let type = declaration.applicationType { ModelOverlay.retype(&definition, as: type) }
      }
    AttributeMember("hasPropertyType") { $0.definition.customType != nil }
    AttributeMember("category", \.category, "The group of properties to which it belongs on pages.")
    AttributeMember("declaredType", \.declaredType, "As the schema declares it.").always.asFound
    AttributeMember("isNullable", in: "nullable", \.isNullable, "Whether it may be empty.").always
      .reading { $0.isNullable }.writing { $0.isNullable }
      .laying { declaration, definition, isFound in
        let isNullable =
          declaration.isNullable ?? declaration.applicationType.map { !$0.isRequired }
        if isFound {
          // A database that takes null may hold some, whatever the model asks of new values.
          definition.isRequired = isNullable == false && definition.isNullable
        } else {
          definition.isNullable = isNullable ?? true
        }
      }
    AttributeMember("isMandatory") { !$0.isNullable && !$0.definition.hasDefault }
    AttributeMember("isGenerated", in: "generated", \.isGenerated, "Computed by the database.")
      .always
      .asFound
    AttributeMember("storage", \.storage)
      .reading { $0.knownColumn?.storage ?? $0.definition.storage }
      .laying { declaration, definition, _ in
        guard let storage = declaration.storage else { return }
        // What a model says is so of every number.
        if storage != definition.storage {
          (definition.zeroIsNever, definition.omissions) = (false, [])
        }
        definition.storage = storage
      }
    AttributeMember("isPrimaryKey", in: "primaryKey", \.isPrimaryKey, "Part of the key.").asFound
    AttributeMember("isForeignKey") { $0.definition.isForeignKey }
    AttributeMember("isUnique", in: "unique", \.isUnique, "Unique by itself.").asFound
    AttributeMember("isRowIDAlias") { $0.definition.isRowNumber }
    AttributeMember("isSurrogateKey") { $0.isSurrogateKey }
    AttributeMember("isBookkeeping") { $0.isBookkeeping }
    AttributeMember("isNumbering") { $0.isNumbering }
    AttributeMember("displayName") { $0.displayName }
    AttributeMember("isHidden", in: "hidden", \.isHidden, "Not shown unless a rule asks.")
    AttributeMember("width", \.width, "Longest text.")
    AttributeMember("scale", \.scale, "Digits behind the point.")
      .laying { declaration, definition, _ in
        if let scale = declaration.scale { definition.scale = scale.asPlaces }
      }
    AttributeMember("defaultExpression", in: "default", \.defaultExpression, "The default as SQL.")
      .unread
      .laying { declaration, definition, isFound in
        guard !isFound else { return }
        definition.defaultExpression = declaration.defaultExpression
        definition.hasDefault = declaration.defaultExpression != nil
      }
    AttributeMember("choices", \.choices)
    AttributeMember("minimum", \.minimum, "The least value.")
    AttributeMember("maximum", \.maximum, "The greatest value.")
    AttributeMember("minimumLength", \.minimumLength, "Shortest text.")
    AttributeMember("collation", \.collation, "How texts are compared.").asFound
    AttributeMember(
      "isUpdatable",
      in: "updatable",
      \.isUpdatable,
      "Whether a stored value can be changed."
    )
    .told
    AttributeMember("pattern", \.pattern, "A regular expression that must be found in the text.")
      .checking { node, reader in reader.isPattern(node) }
    AttributeMember("isDerived") { $0.definition.derivation != nil }
    AttributeMember("initialValue", \.initialValue, "What a new object begins with.").unread
    AttributeMember("derivation", \.derivation).unread.laying { _, _, _ in }
    AttributeMember("documentation", \.documentation, "For people.")
    AttributeMember("userInfo", \.userInfo, "What only rules and applications understand.")
    AttributeMember("isTypeFound") { $0.definition.isTypeFound && $0.knownColumn == nil }
    AttributeMember("isWholeDay") {
      $0.definition.isWholeDay && $0.findings?.conceals($0.name) != true
    }
    AttributeMember("usualWidth") { $0.findings?[$0.name]?.width }
    AttributeMember("usualValues") { $0.findings?[$0.name]?.values ?? [] }
  }

  /// The keys of the attribute that rules may read.
  public static var valueKeys: [String]? { members.keys }

  /// Returns the attribute's value for a key; `nil` for an unknown key.
  public func value(forKey key: String) -> Value? { Self.members.value(of: self, forKey: key) }
}
