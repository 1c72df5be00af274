import EntityModel
import EntityStore
import Qualifiers
import SQLite

extension BrokenReference {
  /// Whether an error does not say which reference would be broken.
  static func isUnnamed(_ error: StoreError) -> Bool {
    guard case .referenceViolated(let sentence) = error,
      case .referenceViolated(let unnamed) = Self.unnamed
    else { return false }
    return sentence == unnamed
  }

  /// Returns an error that names the rows that refer to the deleted objects, or to objects that a cascade would delete.
  ///
  /// `nil` if none is found within two seconds. Call it after the rollback, when all rows are back.
  func errorBehind(deletionsIn changes: [Change]) -> StoreError? {
    let deadline = ContinuousClock.now + .seconds(2)
    do throws(SQLiteError) {
      return try adaptor.connection.watching(every: 100_000) {
        !adaptor.isCancelled() && ContinuousClock.now < deadline
      } during: { () -> StoreError? in
        for change in changes where change.write == .delete && change.id.rowNumber == nil {
          if adaptor.isCancelled() || ContinuousClock.now > deadline { return nil }
          do throws(StoreError) {
            if let sentence = try sentence(behind: change.id) {
              return .referenceViolated(sentence)
            }
          } catch {
            // That nothing was deleted is told all the same, without a name.
            return nil
          }
        }
        return nil
      }
    } catch { return nil }
  }

  private func sentence(behind id: RecordID) throws(StoreError) -> NamedSentence? {
    guard let entity = adaptor.model.entity(named: id.entityName) else { return nil }
    for way in restrictingPaths(from: entity) {
      let condition = way.condition(for: id, of: entity)
      guard try adaptor.hasRow(of: entity.name, condition) else { continue }
      var isSeen = true
      if !restrictions.isEmpty {
        isSeen = try adaptor.hasRow(of: entity.name, condition, restrictions: restrictions)
      }
      let holder: NamedSentence = isSeen ? "\(entity: way.holder)" : "\(Self.unseen)"
      let key = Dictionary(zip(entity.identity, id.values)) { first, _ in first }
      let kept: NamedSentence =
        way.kept === entity ? "it" : "\(entity: way.kept), which this deletes too"
      return "\(title(of: entity, key)) cannot be deleted: \(holder) still refers to \(kept)."
    }
    return nil
  }

  /// A path of relationships from a deleted object, through cascaded deletes, to rows whose reference forbids the delete.
  ///
  /// The error message names the entity that is kept and the one that refers to it.
  private struct RestrictingPath {
    let path: [String]
    let kept: Entity
    let holder: Entity

    /// Whether an object is kept by this.
    func condition(for id: RecordID, of entity: Entity) -> Qualifier {
      let key = zip(entity.identity, id.values).map { name, value in
        Qualifier.equal(PropertyPath(components: [name]), value)
      }
      let count = Expression(.path(PropertyPath(components: path + ["@count"])))
      return .all(key + [.comparison(count, .greater, Expression(.literal(.int(0))))])
    }
  }

  /// The ways, the shortest first; each entity is gone through once.
  private func restrictingPaths(from entity: Entity) -> [RestrictingPath] {
    var going = [(entity: entity, path: [String]())]
    var ways: [RestrictingPath] = []
    var next = 0
    while next < going.count {
      let (kept, path) = going[next]
      next += 1
      for relationship in kept.relationships
      where relationship.isToMany && relationship.definition.throughName == nil
        && relationship.definition.path.isEmpty
      {
        guard let other = relationship.destination else { continue }
        let isEnforced = !relationship.definition.isInferred
        switch relationship.definition.deleteRule {
        case .cascade where !going.contains { $0.entity === other }:
          going.append((other, path + [relationship.name]))
        case .deny where isEnforced, .noAction where isEnforced:
          ways.append(RestrictingPath(path: path + [relationship.name], kept: kept, holder: other))
        default: break
        }
      }
    }
    // Objects that go along themselves may be those that refer.
    return ways.filter { way in !going.contains { $0.entity === way.holder } }
  }
}
