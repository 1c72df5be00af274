import Editing
import EntityModel
import EntityStore
import RuleEngine
import RuleEnvironment
import StandardKeys
import Workspace

/// The scope and the pages with which a session begins.
enum StartPages {
  /// What holds on every page: the database, its model, who uses it.
  static func root(
    of store: EntityStore,
    _ user: User,
    _ resolver: RuleResolver
  ) -> EnvironmentValues {
    var root = EnvironmentValues(resolver: resolver)
    root[ModelKeys.shared.model] = store.model
    root[PermissionKeys.shared.user] = user
    root[PermissionKeys.shared.role] = user.role
    return root
  }

  /// The pages on the way to where the session begins.
  static func navigator(of session: Session) -> Navigator {
    let start = session.start
    let task =
      start.task ?? TaskName(rawValue: session.root[ComponentKeys.shared.firstTask])
    let navigator = Navigator(start: PageState(task: .query, subject: .database))
    defer {
      navigator.onChange = { [weak session] before in
        session.map { NestedForms(session: $0).follow(from: before) }
      }
    }
    guard let entity = start.entity ?? firstEntity(for: task, in: session) else {
      if task != .query {
        navigator.replaceCurrent(with: PageState(task: task, subject: .database))
      }
      return navigator
    }
    if task == .create {
      navigator.push(PageState(task: .list, subject: .entity(entity)))
      navigator.push(NewObjects.page(of: entity, in: session))
      return navigator
    }
    // An entity that the command line names is listed, whatever the rules begin with.
    let isListed = start.entity != nil && (start.task == nil || start.object != nil)
    navigator.push(PageState(task: isListed ? .list : task, subject: .entity(entity)))
    defer { navigator.current.pageConfiguration = start.pageConfiguration }
    if let record = start.object {
      let object = session.editing.object(for: record)
      navigator.current.startID = object.id
      let objectTask = start.task == nil || start.task == .list ? .inspect : task
      if objectTask == .edit {
        navigator.push(PageState(task: .inspect, subject: .object(object)))
      }
      navigator.push(PageState(task: objectTask, subject: .object(object)))
    }
    return navigator
  }

  /// The entity that rules choose for the first page; `nil` where none is, or it may not be seen.
  private static func firstEntity(for task: TaskName, in session: Session) -> Entity? {
    guard task != .login, task != .queryAll,
      let name = session.root[ComponentKeys.shared.firstEntity],
      let entity = session.model.entity(named: name), session.visibilityRefusal(of: entity) == nil
    else { return nil }
    return entity
  }
}
