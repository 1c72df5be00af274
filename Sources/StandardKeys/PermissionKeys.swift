// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Qualifiers
public import RuleEnvironment

/// The keys for permissions: the user, the role, and what they may do.
///
/// Pages and commands respect them, and saving checks them again.
public struct PermissionKeys: KeyNamespace {
  public static let shared = Self()
  public static let category = "Permissions"

  public let user = Key<User?>(
    context: nil,
    "Who is using the program: `name`, `role`, and the record of a login."
  )
  public let role = Key<String?>(
    nil,
    "The role that `--role` says; without it, and in locked mode always, what rules of the site say.",
    ofSite: true
  )
  public let isLocked = Key(
    false,
    "Whether the program runs in locked mode: nothing is within reach but the databases that the site lists.",
    narrowing: .onlyToTrue,
    ofSite: true
  )
  public let databases = Key<[String]>(
    [],
    "What locked mode opens: databases, and folders for the databases in them, by absolute paths.",
    ofSite: true
  )
  public let modelFiles = Key<[String]>(
    [],
    "The models that locked mode lays over `database`, by absolute paths; `--model` is refused there.",
    ofSite: true
  )
  public let trustsSudo = Key(
    false,
    "Whether `user` is whom `sudo` names in `SUDO_UID`: for an account to which nothing but sudo leads.",
    ofSite: true
  )
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
    "Whether saved changes of `entity` are told in the audit log.",
    narrowing: .onlyToTrue
  )
  public let auditLog = Key<String?>(
    nil,
    "The file of the audit log, by an absolute path; without it each user's `$XDG_STATE_HOME/d2t/audit.jsonl`, which "
      + "locked mode does not write.",
    ofSite: true
  )
  public let auditEntity = Key(
    "",
    "The entity of the table in which saved changes are told instead, in the transaction of the save; read only but for that. "
      + "Where it cannot be written nothing is saved. With it the file is written only where a rule answers `auditLog`.",
    narrowing: .never
  )
  public let restrictingQualifier = Key<Qualifier?>(
    nil,
    "Which objects of `entity` exist for the user.",
    narrowing: .onlyConjunction
  )
  public let visibleEntityNames = Key<[String]>(
    [],
    "The entities that may be seen; in this order the menu offers them unless `menuEntityNames` says otherwise.",
    category: "Rendering",
    names: .entity,
    narrowing: .onlyFewer
  )

  // Users of the database, and their passwords

  public let loginEntity = Key<String?>(
    "The entity of the users who log in; without it the one that has a name and a password. In locked mode nobody logs in "
      + "unless a rule of the site answers it.",
    category: "Login",
    names: .entity
  )
  public let loginNameKey = Key<String?>(
    "The attribute that users are known by, where it is not found by its name.",
    category: "Login",
    names: .property
  )
  public let loginPasswordKey = Key<String?>(
    "The attribute with their passwords, where it is not found by its name.",
    category: "Login",
    names: .property
  )
  public let loginRoleKey = Key<String?>(
    "The attribute that becomes `role`, where it is not called so; without one the role stays as it was.",
    category: "Login",
    names: .property
  )
  public let loginQualifier = Key<Qualifier?>(
    nil,
    "Which users may log in.",
    category: "Login",
    narrowing: .onlyConjunction
  )
  public let allowsLegacyPasswords = Key(
    false,
    "Whether passwords may be kept as MD5 or SHA-1, which are found out quickly.",
    category: "Login",
    narrowing: .onlyToFalse
  )
  public let allowsPlainPasswords = Key(
    false,
    "Whether passwords may be kept as they are.",
    category: "Login",
    narrowing: .onlyToFalse
  )
  public let loginAttempts = Key<String?>(
    nil,
    "The file in which failed logins are counted, by an absolute path; without it each user's "
      + "`$XDG_STATE_HOME/d2t/logins`, which locked mode does not write.",
    category: "Login",
    ofSite: true
  )
  public let passwordHash = Key<String?>(
    nil,
    "What passwords that are entered are saved as, by `crypt(3)`; null for as they are. "
      + "By a rule with a fault none is saved.",
    category: "Login",
    allowed: ["sha512", "sha256", "yescrypt", "bcrypt"],
    narrowing: .onlyFromNull
  )
}
