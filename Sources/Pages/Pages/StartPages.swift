import Editing
import EntityModel
import RuleEnvironment
import StandardKeys
import Workspace

/// The initial navigation stack of a session, built from the command line and the rules for the first task and entity.
enum StartPages {
  /// The pages on the way to where the session begins.
  static func navigator(of ui: UserInterface) -> Navigator {
    let (start, work) = (ui.start, ui.work)
    let task = start.task ?? TaskName(rawValue: work.root[ComponentKeys.shared.firstTask])
    let navigator = Navigator(start: PageState(task: .query, subject: .database))
    defer {
      navigator.onChange = { [weak ui] before in
        ui.map { NestedForms(ui: $0).follow(from: before) }
      }
    }
    guard let entity = start.entity ?? firstEntity(for: task, in: work) else {
      if task != .query {
        navigator.replaceCurrent(with: PageState(task: task, subject: .database))
      }
      return navigator
    }
    if task == .create {
      navigator.push(PageState(task: .list, subject: .entity(entity)))
      navigator.push(NewObjects.page(of: entity, in: work))
      return navigator
    }
    // An entity that the command line names is listed, whatever the rules begin with.
    let isListed = start.entity != nil && (start.task == nil || start.object != nil)
    navigator.push(PageState(task: isListed ? .list : task, subject: .entity(entity)))
    defer { navigator.current.pageConfiguration = start.pageConfiguration }
    if let record = start.object {
      let object = work.editing.object(for: record)
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
  private static func firstEntity(for task: TaskName, in work: WorkContext) -> Entity? {
    guard task != .login, task != .queryAll,
      let name = work.root[ComponentKeys.shared.firstEntity],
      let entity = work.model.entity(named: name), work.visibilityRefusal(of: entity) == nil
    else { return nil }
    return entity
  }
}
