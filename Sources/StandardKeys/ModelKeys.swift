// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import EntityModel
public import Qualifiers
public import RuleEnvironment

/// The rule keys for the model, entity, attribute and relationship that a page, row or field is about.
public struct ModelKeys: KeyNamespace {
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
  public let displayNameForEntity = Key("", "What people call the entity.", category: "Rendering")
  public let displayNameForProperty = Key(
    "",
    "What people call the property; an empty text hides the label.",
    category: "Rendering"
  )
  public let labelKey = Key<String?>(
    "The property, or several with spaces between, that name an object for people; behind `·` what tells "
      + "objects of one name apart, behind `|` what does where these are empty.",
    category: "Rendering",
    names: .property
  )
}
