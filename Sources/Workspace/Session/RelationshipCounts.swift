package import EntityModel
package import EntityStore
import Observation

/// A cache of the number of objects in to-many relationships, counted in the background.
///
/// One statement counts for all objects of a page.
@Observable
package final class RelationshipCounts {
  /// The key of a cached count: an object and the name of its to-many relationship.
  private struct Place: Hashable {
    let id: RecordID
    let relationship: String
  }

  /// Objects are counted up to here; beyond it the count is shown with a `+`.
  package static let limit = 9_999
  /// Numbers that only stand beside something must not keep what is asked for next waiting.
  package nonisolated static let timeLimit = Duration.seconds(1)

  /// How long all that is told of a deletion may take to be counted.
  @ObservationIgnored package var patience = timeLimit
  /// The most cascaded objects that a deletion follows.
  @ObservationIgnored package var mostFollowed = 20_000

  @ObservationIgnored private let store: EntityStore
  @ObservationIgnored private let faults: ReadFaults
  /// A view that reads them reads ``revision`` too, which tells of changes.
  @ObservationIgnored private var texts: [Place: String] = [:]
  /// Changes whenever a count arrives or is forgotten.
  package private(set) var revision = 0
  /// Counts how often all of them were forgotten: what is at the other ends may be other objects since.
  package private(set) var generation = 0
  @ObservationIgnored private var running: Set<Place> = []
  /// The counts to request next, by entity and relationship.
  ///
  /// The order of the requests is kept, so that of several errors the same one is always reported.
  @ObservationIgnored private var wanted: [(kind: Kind, ids: [RecordID])] = []

  /// An entity and the name of a relationship, by which counts of several objects are requested together.
  private struct Kind: Hashable {
    let entityName: String
    let relationship: String
  }
  /// How many counts are under way.
  package private(set) var pending = 0

  package init(store: EntityStore, faults: ReadFaults) {
    (self.store, self.faults) = (store, faults)
  }

  /// The count as text, if it is known; else it is begun.
  package func text(of relationship: Relationship, from id: RecordID?) -> String? {
    guard let id else { return "0" }
    _ = revision
    let place = Place(id: id, relationship: relationship.name)
    if let text = texts[place] { return text }
    guard running.insert(place).inserted else { return nil }
    guard relationship.destination != nil else { return nil }
    let kind = Kind(entityName: id.entityName, relationship: relationship.name)
    // All that a page draws at once is counted together.
    if wanted.isEmpty { Task { await countWanted() } }
    if let index = wanted.firstIndex(where: { $0.kind == kind }) {
      wanted[index].ids.append(id)
    } else {
      wanted.append((kind, [id]))
    }
    pending += 1
    return nil
  }

  private func countWanted() async {
    let (kinds, generation) = (wanted, generation)
    wanted = []
    for (kind, ids) in kinds {
      func note(_ text: (RecordID) -> String) {
        // What was forgotten meanwhile is counted anew.
        guard generation == self.generation else { return }
        for id in ids { texts[Place(id: id, relationship: kind.relationship)] = text(id) }
      }
      do throws(StoreError) {
        let counts = try await store.counts(
          of: kind.relationship,
          from: ids,
          upTo: Self.limit + 1,
          timeLimit: Self.timeLimit
        )
        note { id in
          // For the rest the time was not enough.
          guard let count = counts[id] else { return "?" }
          return NumberText.count(count, upTo: Self.limit)
        }
      } catch {
        switch error {
        // What may not be seen is not counted either.
        case .refused: note { _ in "" }
        case .timedOut, .cancelled: note { _ in "?" }
        default:
          note { _ in "?" }
          faults.note(
            error,
            "\(property: kind.relationship, ofEntityNamed: kind.entityName) are not counted"
          )
        }
      }
      pending -= ids.count
      revision += 1
    }
  }

  /// Called when all were forgotten.
  @ObservationIgnored package var onForget: () -> Void = {}

  /// Forgets all counts: something was saved.
  package func forget() {
    defer { onForget() }
    texts = [:]
    running = []
    revision += 1
    generation += 1
  }
}
