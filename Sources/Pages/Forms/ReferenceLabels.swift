import AccessControl
import Editing
import EntityModel
import EntityStore
import Qualifiers
import StandardKeys
import Workspace

/// The reader of missing labels for a new object: loads the labels of the objects it already refers to.
///
/// References may come from rules, or from the page that led to the new object.
struct ReferenceLabels {
  let work: WorkContext

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
        let limit = work.root.scoped(to: destination).fetchTimeLimit
        let window = try await work.store.window(
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
          work.readFaults.note(error, "\(relationship.name) shows keys, not labels")
          continue
        }
      }
    }
  }

  /// Reads what names the objects to which a new one refers where a field is left to the default of its column.
  func fillDefaults(of form: FormModel) async {
    let entity = form.object.entity
    guard form.object.state == .inserted else { return }
    for relationship in entity.relationships where !relationship.isToMany {
      let joins = relationship.definition.joins
      guard joins.count == 1, let destination = relationship.destination,
        let attribute = entity.attribute(named: joins[0].source),
        attribute.definition.hasDefault,
        let key = work.store.defaultValue(of: attribute, in: entity), !key.isNull,
        work.visibilityRefusal(of: destination) == nil,
        let qualifier = relationship.qualifier(referringBy: [key], of: entity)
      else { continue }
      let scope = work.root.scoped(to: destination)
      guard
        let label = work.labelPaths.label(of: destination, in: scope, root: work.root),
        label.paths.allSatisfy(destination.isFetchable)
      else { continue }
      let specification = FetchSpecification(
        entityName: destination.name,
        auxiliaryQualifier: qualifier,
        paths: label.paths
      )
      // The field shows the key where the label is not read.
      let what: NamedSentence =
        "the default of \(property: relationship.name, of: entity) shows its key"
      let window = await work.readFaults.value(orSay: what) { () async throws(StoreError) in
        try await work.store.window(
          specification,
          from: .start,
          count: 1,
          timeLimit: scope.fetchTimeLimit
        )
      }
      guard let record = window?.records.first else { continue }
      form.defaultLabels[relationship.name] = label.text {
        record.value(forPath: $0.components[...])
      }
    }
  }
}
