import AccessControl
import Editing
import EntityModel
import EntityStore
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// Deletes an object after asking, and goes back to where it was listed.
struct ObjectDeletion: PagePart {
  let page: PageContext

  /// Asks, once what becomes of others is known: on a page, where something does.
  func ask(about object: ManagedObject, _ context: CommandContext) {
    let (asked, shown) = (object.base, ui.navigator.current)
    work.loads.act {
      if let gone = await DeletedElsewhere.found(object, in: work) { return gone.leave() }
      let effects = await DeletionEffects(of: [object], entity: object.entity, in: work)
      guard ui.shows(shown, context) else { return }
      if effects.refusal == nil, effects.finality == nil,
        !PendingDeletion(work: work).isAtOnce(for: object)
      {
        return delete(object, asRead: asked, context)
      }
      guard effects.isEmpty else {
        let question = PageState(task: .delete, subject: .object(object))
        question.deletion = DeletionModel(object, asRead: asked, effects: effects, in: work)
        return page.push(question)
      }
      let label = UnsavedChanges(work: work).label(of: object)
      let question = Announcement(
        asking: "Delete \(label)? It goes at once.",
        details: effects.remarks,
        verb: "delete it"
      ) { delete(object, asRead: asked, $0) }
      ui.ask(question, context)
    }
  }

  private func label(of object: ManagedObject) -> String {
    work.root.scoped(to: object.snapshot)[ObjectKeys.shared.objectLabel] ?? object.entity.name
  }

  /// The reason that the database has kept an object; where others refer to it, with their names on the screen.
  private func sentence(for error: SaveError, about object: ManagedObject) async -> String {
    if case .store(.referenceViolated) = error {
      let effects = await DeletionEffects(of: [object], entity: object.entity, in: work)
      if let refusal = effects.refusal {
        return "\(UnsavedChanges(work: work).label(of: object)) cannot be deleted: \(refusal)"
      }
    }
    return SaveErrorText(work: work).text(for: error)
  }

  /// Deletes an object as it was read when that was asked, or marks it where rules want it to wait for the next save.
  func delete(_ object: ManagedObject, asRead record: Record, _ context: CommandContext) {
    let label = label(of: object)
    let pending = PendingDeletion(work: work)
    guard pending.isAtOnce(for: object) else {
      return pending.mark(object, asRead: record, label: label, context)
    }
    work.writeAlone(context, orSay: "not deleted: ") {
      work.editing.delete(object, asRead: record)
      do throws(SaveError) {
        try await work.save([object])
        work.end(object)
        // Where that is not known it has been said.
        if let survivors = await UndeletedObjects(work: work).count(of: [object]) {
          let sentence = UndeletedObjects.sentence(count: survivors)
          context.say(sentence ?? "deleted \(label)", sentence == nil ? .success : .warning)
        }
        work.reader.refreshVisibleList()
      } catch {
        work.editing.keep(object)
        if let gone = await DeletedElsewhere.found(by: error, in: work) { return gone.leave() }
        if case .store(.changedByOther) = error {
          // What was asked was asked about something else.
          if ui.navigator.current.task == .delete { PageLeaving(ui: ui).goBack() }
          await work.reader.refresh(object)
          work.reader.refreshVisibleList()
          return context.say(
            "not deleted: \(label) was changed elsewhere; check it and delete again",
            .error
          )
        }
        context.say("not deleted: \(await sentence(for: error, about: object))", .error)
      }
    }
  }
}
