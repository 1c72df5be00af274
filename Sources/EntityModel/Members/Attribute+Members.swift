public import Qualifiers

private typealias Property = Member<Attribute>

extension Attribute: Membered {
  static let members = MemberTable<Attribute> {
    Property("name", \.name, "lowerCamelCase, unique in the entity.").always.told
      .laying { declaration, definition, _ in definition.name = declaration.name }
    Property(
      "columnName",
      in: "column",
      \.columnName,
      "The column; left out when it is called like the attribute."
    ).always
      .writing { attribute -> String? in
        attribute.definition.derivation == nil ? attribute.columnName : nil
      }
      .laying { _, _, _ in }
    Property("type", \.type).always.reading { $0.typeName }.writing {
      $0.definition.customType?.name ?? $0.type.rawValue
    }
    .checking { node, reader in reader.customType(node) == nil }
    .laying { declaration, definition, _ in
      if let type = declaration.type { ModelOverlay.retype(&definition, as: type) }
    }
    Property("applicationType", in: "type", \.applicationType).unread
      .laying { declaration, definition, _ in
        if let type = declaration.applicationType { ModelOverlay.retype(&definition, as: type) }
      }
    Property("hasPropertyType") { $0.definition.customType != nil }
    Property("category", \.category, "The group of properties to which it belongs on pages.")
    Property("declaredType", \.declaredType, "As the schema declares it.").always.asFound
    Property("isNullable", in: "nullable", \.isNullable, "Whether it may be empty.").always
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
    Property("isMandatory") { !$0.isNullable && !$0.definition.hasDefault }
    Property("isGenerated", in: "generated", \.isGenerated, "Computed by the database.").always
      .asFound
    Property("storage", \.storage)
      .reading { $0.knownColumn?.storage ?? $0.definition.storage }
      .laying { declaration, definition, _ in
        guard let storage = declaration.storage else { return }
        // What a model says is so of every number.
        if storage != definition.storage {
          (definition.zeroIsNever, definition.omissions) = (false, [])
        }
        definition.storage = storage
      }
    Property("isPrimaryKey", in: "primaryKey", \.isPrimaryKey, "Part of the key.").asFound
    Property("isForeignKey") { $0.definition.isForeignKey }
    Property("isUnique", in: "unique", \.isUnique, "Unique by itself.").asFound
    Property("isRowIDAlias") { $0.definition.isRowNumber }
    Property("isSurrogateKey") { $0.isSurrogateKey }
    Property("isBookkeeping") { $0.isBookkeeping }
    Property("isNumbering") { $0.isNumbering }
    Property("displayName") { $0.displayName }
    Property("isHidden", in: "hidden", \.isHidden, "Not shown unless a rule asks.")
    Property("width", \.width, "Longest text.")
    Property("scale", \.scale, "Digits behind the point.")
    Property("defaultExpression", in: "default", \.defaultExpression, "The default as SQL.").unread
      .laying { declaration, definition, isFound in
        guard !isFound else { return }
        definition.defaultExpression = declaration.defaultExpression
        definition.hasDefault = declaration.defaultExpression != nil
      }
    Property("choices", \.choices)
    Property("minimum", \.minimum, "The least value.")
    Property("maximum", \.maximum, "The greatest value.")
    Property("minimumLength", \.minimumLength, "Shortest text.")
    Property("collation", \.collation, "How texts are compared.").asFound
    Property(
      "isUpdatable",
      in: "updatable",
      \.isUpdatable,
      "Whether a stored value can be changed."
    )
    .told
    Property("pattern", \.pattern, "A regular expression that must be found in the text.")
      .checking { node, reader in reader.isPattern(node) }
    Property("isDerived") { $0.definition.derivation != nil }
    Property("initialValue", \.initialValue, "What a new object begins with.").unread
    Property("derivation", \.derivation).unread.laying { _, _, _ in }
    Property("documentation", \.documentation, "For people.")
    Property("userInfo", \.userInfo, "What only rules and applications understand.")
    Property("isTypeFound") { $0.definition.isTypeFound && $0.knownColumn == nil }
    Property("isWholeDay") { $0.definition.isWholeDay && $0.findings?.conceals($0.name) != true }
    Property("usualWidth") { $0.findings?[$0.name]?.width }
    Property("usualValues") { $0.findings?[$0.name]?.values ?? [] }
  }

  /// The keys of the attribute that rules may read.
  public static var valueKeys: [String]? { members.keys }

  /// Returns the attribute's value for a key; `nil` for an unknown key.
  public func value(forKey key: String) -> Value? { Self.members.value(of: self, forKey: key) }
}
