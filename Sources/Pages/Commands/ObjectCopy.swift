import AccessControl
import Editing
import EntityModel
import StandardKeys
import Widgets
import Workspace

/// The command that duplicates an object: opens a new object filled with the values of the original.
struct ObjectCopy: PagePart {
  let page: PageContext

  /// The command for an object; it is refused where no such object may be made.
  func command(of object: ManagedObject, refusal: String?) -> Command {
    Command(.duplicate, disabledReason: refusal) { copy(object, $0) }
  }

  /// Goes on to a new object with the values of `object`, once all of that is read.
  func copy(_ object: ManagedObject, _ context: CommandContext) {
    let (work, state) = (work, page.state)
    work.loads.act {
      guard await work.reader.refresh(object), ui.navigator.current === state else {
        return
      }
      let new = NewObjects.make(object.entity, in: work)
      let besides = ValueTransfer(work: work, object: object)
        .enter(into: new, besides: uniqueNames(of: object.entity))
      ui.navigator.push(PageState(task: .create, subject: .object(new), source: state.source))
      let label = UnsavedChanges(work: work).label(of: object)
      context.say("a copy of \(label)\(besides); saving inserts it")
    }
  }

  /// The attributes of which no two objects have the same value, passwords, the times that the program sets itself, and
  /// defaults that are others for each row; of what is unique together that which refers to nothing else.
  private func uniqueNames(of entity: Entity) -> Set<String> {
    let scope = work.root.scoped(toTask: .create).scoped(to: entity)
    let declared = entity.attributes.filter(\.definition.isPrimaryKey).map(\.name)
    let single = entity.attributes.filter(\.definition.isUnique).map { [$0.name] }
    let unique = ([declared, entity.identity] + single + entity.definition.uniqueKeys).flatMap {
      key in
      let own = key.filter { entity.attribute(named: $0)?.definition.isForeignKey != true }
      return own.isEmpty ? Array(key.suffix(1)) : own
    }
    let passing = entity.attributes.filter { $0.hasVolatileDefault(in: entity, of: work.store) }
    return Set(unique + InitialValues(of: entity, in: scope).stamps + passing.map(\.name))
      .union(entity.passwordKeys(in: scope))
  }
}
