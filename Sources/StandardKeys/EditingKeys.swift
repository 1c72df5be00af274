// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import EntityStore
public import Qualifiers
public import RuleEnvironment

/// The keys for editing: initial values of new objects, and the values that may be entered.
public struct EditingKeys: KeyNamespace {
  public static let shared = Self()
  public static let category = "Editing"

  public let initialPropertyValues = Key<[String: Value]>(
    [:],
    "Values of a new object, by property name; for a reference, the key it refers to.",
    names: .property
  )
  public let creationTimestampPropertyKey = Key<String?>(
    "The attribute set to now when an object is created.",
    names: .property
  )
  public let updateTimestampPropertyKey = Key<String?>(
    "The attribute set to now when an object is saved.",
    names: .property
  )
  public let versionPropertyKey = Key<String?>(
    "The attribute of whole numbers that counts the saves of an object; with the `lockingPolicy` 'version' it tells whether "
      + "others have changed the object.",
    names: .property
  )
  public let isMandatory = Key(false, "Whether `propertyKey` needs a value.")
  public let isCarriedOver = Key(
    false,
    "Whether a new object that is begun after another one was saved has the value of that in `propertyKey`."
  )
  public let validation = Key<String?>(
    "What is wrong with the value of `propertyKey`; null when nothing is."
  )
  public let choices = Key<Choices>(
    [],
    "The values to choose from: a list, or a dictionary of what people read in place of each; of a relationship to one "
      + "`where (…)`, which picks the objects to choose from."
  )
  public let allowsOtherValues = Key(
    false,
    "Whether a value that is none of `choices` may be entered."
  )
  public let orderAttribute = Key<String?>(
    "The attribute that holds the place of each object of a relationship to many, where people put them into an order: of the "
      + "objects at the other end, or of those between where others lead there.",
    names: .farAttribute
  )
  public let lockingPolicy = Key<LockingPolicy>(
    .changed,
    "Which values must not have changed elsewhere when saving, beside those by which the object is known."
  )
  public let savesDeletesAtOnce = Key(
    true,
    "Whether deleting an object asks and deletes it at once; else it is marked, and goes with the next save."
  )
  public let keepsSaves = Key(
    100,
    "How many saves the log of a database keeps, so that they can be taken back when the program is started again; 0 for no log."
  )
  public let keepsJournal = Key(
    true,
    "Whether what is typed is kept in a journal until it is saved, so that it can be taken again when the program did not end "
      + "as it should."
  )
  public let length = Key<Int?>(
    "Longest text of a value, in characters.",
    category: "Rendering"
  )
  public let timeZone = Key<TimeZoneName>(
    .local,
    "The time zone of the times the program itself writes: `local`, `UTC`, or an offset like `+02:00`.",
    category: "Misc"
  )
}

extension LockingPolicy: ValueConvertible {}
