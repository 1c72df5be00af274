import Editing
import Workspace
extension Program {
  /// `d2t delete`: deletes an object, or with `--all` every one of the link, in one transaction.
  func delete() async throws -> Outcome {
    try checkDryRun()
    return try await withWork { work in
      let target = try target(in: work)
      let records = try await target.objects(allowsMany: invocation.all)
      let objects = records.map(work.editing.object)
      work.counts.mostFollowed = Self.mostFollowed
      let effects = await DeletionEffects(
        of: objects,
        entity: target.entity,
        in: work,
        // Nobody watches, and what is told is to be exact.
        within: .seconds(600)
      )
      for object in objects { work.editing.delete(object) }
      if invocation.isDryRun {
        return try await tryOut(objects, "deleted", telling: effects, in: work)
      }
      let output = try await save(objects, effects, in: work)
      let survivors = await UndeletedObjects(work: work).count(of: objects) ?? 0
      let sentence = UndeletedObjects.sentence(count: survivors)
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
