import AccessControl
import Editing
import EntityModel
import EntityStore
import RuleEnvironment
import StandardKeys
import Widgets

/// Deletes an object after asking, and goes back to where it was listed.
struct ObjectDeletion {
  let page: PageContext

  private var session: Session { page.session }

  /// Asks, once what becomes of others is known.
  func ask(about object: ManagedObject, _ context: CommandContext) {
    let label =
      session.root.scoped(to: object.snapshot)[ObjectKeys.shared.objectLabel] ?? object.entity.name
    let asked = object.base
    session.loads.run {
      if let gone = await GoneObject.found(object, in: session) { return gone.leave() }
      let effects = await DeletionEffects(of: object, in: session)
      let pending = PendingDeletion(session: session)
      if effects.refusal == nil, !pending.isAtOnce(for: object) {
        return pending.mark(object, asRead: asked, label: label, context)
      }
      context.present {
        DeletionQuestion(object: object, label: label, session: session, effects: effects) {
          delete(object, asRead: asked, label: label, context)
        }
      }
    }
  }

  private func delete(
    _ object: ManagedObject,
    asRead record: Record,
    label: String,
    _ context: CommandContext
  ) {
    session.writeAlone(context, orSay: "not deleted: ") {
      session.editing.delete(object, asRead: record)
      do throws(SaveError) {
        try await session.save([object])
        PageLeaving(session: session).end(object)
        // Where that is not known it has been said.
        if let survivors = await Survivors(session: session).count(of: [object]) {
          let sentence = Survivors.sentence(count: survivors)
          context.say(sentence ?? "deleted \(label)", sentence == nil ? .success : .warning)
        }
        session.reader.refreshVisibleList()
      } catch {
        session.editing.keep(object)
        if let gone = await GoneObject.found(by: error, in: session) { return gone.leave() }
        if case .store(.changedByOther) = error {
          await session.reader.refresh(object)
          session.reader.refreshVisibleList()
          return context.say(
            "not deleted: \(label) was changed elsewhere since it was read; look at it and delete it again",
            .error
          )
        }
        let sentence = SaveSentence(session: session).text(for: error)
        context.say("not deleted: \(sentence)", .error)
      }
    }
  }
}
