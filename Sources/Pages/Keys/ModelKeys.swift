// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import EntityModel
public import Qualifiers
public import RuleEnvironment

/// The part of the model that a page, row or field is about.
public nonisolated struct ModelKeys: KeyNamespace {
  public static let shared = Self()
  public static let category = "Model"

  public let model = Key<Model?>(context: nil, "The entities of the database.")
  public let entity = Key<Entity?>(
    context: nil,
    "The entity the page, row or field is about.",
    names: .entity
  )
  public let attribute = Key<Attribute?>(
    context: nil,
    "The attribute `propertyKey` names, if it is one."
  )
  public let relationship = Key<Relationship?>(
    context: nil,
    "The relationship `propertyKey` names, if it is one."
  )
  public let propertyKey = Key<String>(
    context: "",
    "The property, or path of properties, a column or field shows.",
    names: .property
  )
  public let propertyValue = Key<Value>(context: .null, "The value of `propertyKey` in `object`.")
}
