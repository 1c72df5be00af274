// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Qualifiers
public import RuleEnvironment

/// Who may do what; honoured by pages and commands, and checked again when saving.
public nonisolated struct PermissionKeys: KeyNamespace {
  public static let shared = Self()
  public static let category = "Permissions"

  public let user = Key<User?>(
    context: nil,
    "Who is using the program: `name`, `role`, and the record of a login."
  )
  public let role = Key<String?>(context: nil, "The role given by `--role` or by the login.")
  public let isObjectEditable = Key(
    true,
    "Whether `object` may be changed.",
    narrowing: .onlyToFalse
  )
  public let isObjectDeletable = Key(
    true,
    "Whether `object` may be deleted.",
    narrowing: .onlyToFalse
  )
  public let isEntityReadOnly = Key(
    false,
    "Whether nothing of `entity` may be changed, created or deleted.",
    narrowing: .onlyToTrue
  )
  public let readOnlyEntityNames = Key<[String]>(
    [],
    "The entities that are read only, for the rules of `isEntityReadOnly`.",
    names: .entity,
    narrowing: .onlyMore,
    forRules: true
  )
  public let isEntityCreatable = Key(
    true,
    "Whether new objects of `entity` may be made.",
    narrowing: .onlyToFalse
  )
  public let isPropertyEditable = Key(
    true,
    "Whether `propertyKey` of `object` may be changed.",
    narrowing: .onlyToFalse
  )
  public let isPropertyVisible = Key(
    true,
    "Whether `propertyKey` is shown at all.",
    narrowing: .onlyToFalse
  )
  public let auditsChanges = Key(
    false,
    "Whether saved changes of `entity` are told in the audit log, `$XDG_STATE_HOME/d2t/audit.jsonl`.",
    narrowing: .onlyToTrue
  )
  public let restrictingQualifier = Key<Qualifier?>(
    nil,
    "Which objects of `entity` exist for the user.",
    narrowing: .onlyConjunction
  )
}
