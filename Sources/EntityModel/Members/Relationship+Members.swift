public import Qualifiers

private typealias Property = Member<Relationship>

extension Relationship: Membered {
  static let members = MemberTable<Relationship> {
    Property("name", \.name, "lowerCamelCase, unique in the entity.").always.told
      .laying { declaration, definition, _ in definition.name = declaration.name }
    Property("destination", object: { $0.destination })
    Property("destinationName", in: "destination", \.destinationName, "The entity it leads to.")
      .always
    Property("isToMany", in: "toMany", \.isToMany, "Whether it leads to any number of objects.")
      .always.asFound
    Property("kind") {
      $0.definition.throughName != nil ? "manyToMany" : $0.isToMany ? "toMany" : "toOne"
    }
    Property("joins", \.joins).unread.always.asFound
    Property("through", \.throughName, "The join entity.").always.asFound
    Property("inverse", \.inverseName, "The relationship back.").always
    Property("isMandatory", in: "mandatory", \.isMandatory, "Somebody must be at the other end.")
      .always
    Property("isInferred", in: "inferred", \.isInferred, "Guessed from names.").always.asFound
    Property("deleteRule", \.deleteRule).always
      .laying { declaration, definition, _ in
        guard let rule = declaration.deleteRule, rule != definition.deleteRule else { return }
        definition.deleteRule = rule
        definition.isDeleteRuleDeclared = rule != .noAction
      }
    Property("path", \.path, "The relationships to pass through.").unread.asFound
    Property(
      "isDeleteRuleDeclared",
      in: "deleteRuleDeclared",
      \.isDeleteRuleDeclared,
      "The program carries the delete rule out."
    ).unread
    Property("isHidden", in: "hidden", \.isHidden, "Not shown unless a rule asks.")
      .laying { declaration, definition, _ in definition.isHidden = declaration.isHidden ?? false }
    Property("displayName") { $0.displayName }
    Property("documentation", \.documentation, "For people.")
      .laying { declaration, definition, _ in definition.documentation = declaration.documentation }
    Property("userInfo", \.userInfo, "What only rules and applications understand.")
  }

  /// The keys of a relationship that rules can read.
  public static var valueKeys: [String]? { members.keys }

  /// Returns the value of one member of the relationship, for rules.
  public func value(forKey key: String) -> Value? { Self.members.value(of: self, forKey: key) }
}
