import Pages
import Editing
import Workspace
extension Program {
  /// `d2t delete`: deletes an object, or with `--all` every one of the link, in one transaction.
  func delete() async throws -> Outcome {
    try checkDryRun()
    return try await withSession { session in
      let target = try target(in: session)
      let records = try await target.objects(allowsMany: invocation.all)
      let objects = records.map(session.editing.object)
      session.counts.mostFollowed = Self.mostFollowed
      let effects = await DeletionEffects(
        of: objects,
        entity: target.entity,
        in: session,
        // Nobody watches, and what is told is to be exact.
        within: .seconds(600)
      )
      for object in objects { session.editing.delete(object) }
      if invocation.isDryRun {
        return try await tryOut(objects, "deleted", telling: effects, in: session)
      }
      let output = try await save(objects, effects, in: session)
      let survivors = await Survivors(session: session).count(of: objects) ?? 0
      let sentence = Survivors.sentence(count: survivors)
      return report(
        objects.count - survivors,
        "deleted",
        of: objects.count,
        telling: [sentence, await target.leftOutSentence].compactMap(\.self)
          + (survivors == 0 ? effects.further : []),
        printing: output
      )
    }
  }

  /// The most cascaded objects to follow; a million identities take about 100 MB.
  private static let mostFollowed = 1_000_000
}
