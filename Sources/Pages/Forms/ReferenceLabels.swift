import Editing
import EntityModel
import EntityStore
import Qualifiers
import StandardKeys

/// Reads what names the objects to which a new one refers from the beginning: by what rules say, or by the way to it.
struct ReferenceLabels {
  let session: Session

  /// Fills in the labels that `object` shows of others and that are not read yet.
  func fill(_ object: ManagedObject) async {
    guard object.state == .inserted else { return }
    for relationship in object.entity.relationships where !relationship.isToMany {
      let paths = object.base.layout.paths.filter {
        $0.components.count > 1 && $0.first == relationship.name
      }
      guard let destination = relationship.destination,
        let qualifier = relationship.qualifier(from: object.base),
        paths.contains(where: { object.base.value(forPath: $0.components[...])?.isNull != false })
      else { continue }
      let specification = FetchSpecification(
        entityName: destination.name,
        auxiliaryQualifier: qualifier,
        paths: paths.map { PropertyPath(components: Array($0.components.dropFirst())) }
      )
      do throws(StoreError) {
        let limit = session.root.scoped(to: destination).fetchTimeLimit
        let window = try await session.store.window(
          specification,
          from: .start,
          count: 1,
          timeLimit: limit
        )
        guard let record = window.records.first else { continue }
        object.learn(paths) { record.value(forPath: $0.components.dropFirst()) }
      } catch {
        // The field shows the key, as it does where nothing names the object; what may not be seen has no name.
        guard case .refused = error else {
          session.readFaults.note(error, "\(relationship.name) is shown by its key")
          continue
        }
      }
    }
  }
}
