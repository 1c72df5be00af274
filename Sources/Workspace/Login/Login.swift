import EntityModel
import EntityStore
import Glibc
import Passwords
import Qualifiers
import RuleEngine
import RuleEnvironment
import RuleFiles
package import StandardKeys

/// The login of users: it finds out whether login is possible, and verifies a name and password against the users' entity.
package struct Login {
  package let work: WorkContext

  package init(work: WorkContext) {
    self.work = work
  }

  private var scope: EnvironmentValues { work.root.scoped(toTask: .login) }

  /// The entity and attributes that hold the users; `nil` when login is not possible.
  package var users: LoginUsers? {
    isPermitted ? LoginUsers(in: scope, of: work) : nil
  }

  /// Whether somebody has logged in.
  package var isDone: Bool { work.root[PermissionKeys.shared.user]?.record != nil }

  /// Why nobody can log in; `nil` where somebody can.
  package var obstacle: String? {
    guard isPermitted else {
      return "locked mode needs a rule of the site for loginEntity, and there is none"
    }
    guard users == nil else { return nil }
    return "no entity holds the users; name it in a rule: loginEntity = 'Staff'"
  }

  /// In locked mode the site says who one is, and so whether a database may say it too.
  private var isPermitted: Bool {
    work.lockedSession == nil
      || work.resolver.trustedRule(PermissionKeys.shared.loginEntity, in: scope)?.layer == .site
  }

  /// Why nobody else can go on now: what is pending, or is being written, would be lost.
  package func hindrance(_ verb: String) -> String? {
    let saves = work.saves
    if saves.isBusy || saves.isWriting { return SaveController.busySentence }
    guard UnsavedChanges(work: work).enteredCount > 0 else { return nil }
    return "save or discard unsaved changes, then log \(verb)"
  }

  // MARK: Attempts

  /// The user who has the name and the password.
  ///
  /// - Throws: ``LoginRefusal``; that there is nobody of that name is told by no other sentence, nor by the time it takes.
  package func user(called name: String, password: String) async throws(LoginRefusal) -> User {
    guard let users else { throw LoginRefusal(sentence: obstacle ?? "") }
    guard !name.isEmpty, !password.isEmpty else {
      throw LoginRefusal(sentence: "enter a name and a password")
    }
    let attempts = try attempts(of: name)
    let pause = try attempts.begin(at: time(nil))
    guard pause == 0 else { throw LoginRefusal(pause: pause) }
    let found = try await rows(of: users, called: name, count: 2)
    // The password of somebody else takes as long.
    let any = found.isEmpty ? try await rows(of: users, called: nil, count: 1) : found
    let isRight = await Self.isRight(
      password,
      for: any.first?.value(forKey: users.password.name)?.string,
      allowing: kinds
    )
    guard isRight, found.count == 1 else {
      throw LoginRefusal(sentence: "the name or the password is wrong")
    }
    try attempts.forget(at: time(nil))
    return user(found[0], of: users)
  }

  /// The user who has the name, whatever the password is: for tests of applications.
  package func user(called name: String) async throws(LoginRefusal) -> User {
    guard let users else { throw LoginRefusal(sentence: obstacle ?? "") }
    let found = try await rows(of: users, called: name, count: 2)
    guard found.count == 1 else {
      throw LoginRefusal(sentence: "\(users.entity.name) has no user '\(name)' who may log in")
    }
    return user(found[0], of: users)
  }

  @concurrent
  private static nonisolated func isRight(
    _ password: String,
    for stored: String?,
    allowing kinds: Set<StoredPassword.Kind>
  ) async -> Bool {
    guard let stored else {
      StoredPassword.spendTime(on: password)
      return false
    }
    return StoredPassword(stored).isSame(as: password, allowing: kinds)
  }

  /// How passwords may be kept.
  private var kinds: Set<StoredPassword.Kind> {
    var kinds: Set<StoredPassword.Kind> = [.crypt]
    if scope[PermissionKeys.shared.allowsLegacyPasswords] { kinds.formUnion([.md5, .sha1]) }
    if scope[PermissionKeys.shared.allowsPlainPasswords] { kinds.insert(.plain) }
    return kinds
  }

  /// Returns the counter of failed logins for a user.
  ///
  /// Stored in the folder that the rule key `loginAttempts` names, else in the user's own folder. Locked mode requires
  /// the rule.
  ///
  /// - Throws: ``LoginRefusal`` when attempts cannot be counted.
  private func attempts(of name: String) throws(LoginRefusal) -> LoginAttempts {
    let database = work.store.place.address ?? work.store.title
    if let path = work.root[PermissionKeys.shared.loginAttempts] {
      guard path.hasPrefix("/") else {
        throw LoginRefusal(sentence: "loginAttempts = '\(path)' must be an absolute path")
      }
      return LoginAttempts(of: name, at: database, in: path)
    }
    guard work.lockedSession == nil else {
      throw LoginRefusal(
        sentence: "attempts cannot be counted: no rule of the site sets loginAttempts"
      )
    }
    guard let folder = StateDirectory.make(work.surroundings.variables) else {
      throw LoginRefusal(
        sentence: "attempts cannot be counted: neither XDG_STATE_HOME nor HOME is set"
      )
    }
    return LoginAttempts(of: name, at: database, in: "\(folder)/logins")
  }

  // MARK: Users

  private func rows(
    of users: LoginUsers,
    called name: String?,
    count: Int
  ) async throws(LoginRefusal) -> [Record] {
    let condition = name.map { name in
      Qualifier.equal(PropertyPath(components: [users.name.name]), .string(name))
    }
    let admitted = scope.scoped(to: users.entity)[PermissionKeys.shared.loginQualifier]
    var paths = users.entity.attributes.filter { $0.type.kind != .blob }
      .map { PropertyPath(components: [$0.name]) }
    // `user.store.id`, for conditions of rules.
    for relationship in users.entity.relationships where !relationship.isToMany {
      let keys = relationship.destination?.identity ?? []
      paths += keys.map { PropertyPath(components: [relationship.name, $0]) }
    }
    do throws(StoreError) {
      return try await work.store.recordsOfUsers(
        FetchSpecification(
          entityName: users.entity.name,
          auxiliaryQualifier: .all([condition, name == nil ? nil : admitted].compactMap(\.self)),
          paths: paths
        ),
        count: count
      )
    } catch {
      throw LoginRefusal(sentence: "the users cannot be read: \(work.sentence(for: error))")
    }
  }

  /// Returns the user that rules read, without passwords; columns are available by attribute name and by column name.
  private func user(_ row: Record, of users: LoginUsers) -> User {
    var values: [(path: PropertyPath, value: Value)] = []
    for attribute in row.entity.attributes
    where attribute.type != .password && attribute !== users.password {
      guard let value = row.value(forKey: attribute.name) else { continue }
      for name in Set([attribute.name, attribute.columnName]) {
        values.append((PropertyPath(components: [name]), value))
      }
    }
    let toOnes = row.entity.relationships.filter { !$0.isToMany }
    let related = toOnes.reduce(into: [:]) { $0[$1.name] = Self.keys(of: $1, in: row) }
    let record = Record(
      layout: RecordLayout(entity: row.entity, paths: values.map(\.path)),
      id: row.id,
      values: values.map(\.value),
      related: related
    )
    let role = users.role.flatMap { row.value(forKey: $0.name)?.string }
    return User(
      name: row.value(forKey: users.name.name)?.string,
      role: users.role == nil ? work.settings.startUser.role : role,
      record: record
    )
  }

  /// The object that a row refers to, of which its keys are known.
  private static func keys(of relationship: Relationship, in row: Record) -> RelatedRecords? {
    guard let entity = relationship.destination else { return nil }
    let values = entity.identity.map { row.value(forPath: [relationship.name, $0][...]) ?? .null }
    guard !values.allSatisfy(\.isNull) else { return .one(nil) }
    let paths = entity.identity.map { PropertyPath(components: [$0]) }
    return .one(Record(layout: RecordLayout(entity: entity, paths: paths), id: nil, values: values))
  }
}
