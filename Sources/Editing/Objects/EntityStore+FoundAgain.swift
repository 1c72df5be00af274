import EntityModel
import EntityStore
import Qualifiers

extension EntityStore {
  /// The row of an object whose key is another by now, by a value that no other row has; `nil` where nothing finds it.
  @MainActor
  func recordFoundAgain(
    _ object: ManagedObject,
    orSay onFailedRead: ((StoreError) -> Void)?
  ) async -> Record? {
    let entity = object.entity
    for attribute in entity.attributes
    where attribute.definition.isUnique && !entity.identity.contains(attribute.name) {
      guard let value = object.snapshot.value(forKey: attribute.name), !value.isNull else {
        continue
      }
      let path = Expression(.path(PropertyPath(components: [attribute.name])))
      let fetch = FetchSpecification(
        entityName: entity.name,
        qualifier: .comparison(path, .equal, Expression(.literal(value))),
        paths: object.base.layout.paths
      )
      do throws(StoreError) {
        let found = try await window(fetch, from: .start, count: 2).records
        if found.count == 1 { return found[0] }
      } catch { onFailedRead?(error) }
    }
    return nil
  }
}
