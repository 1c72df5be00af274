import Editing
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import Workspace

/// The choice of the field that gets the initial focus when a form opens.
///
/// References that the way to the form already fills in are passed over.
struct FormInitialFocus {
  let page: PageContext
  let form: FormModel

  private var object: ManagedObject { form.object }

  /// Whether the field holds the reference of a new object to the owner among whose related rows it was made.
  ///
  /// The field is shown and not asked: the person has said it by opening the form there.
  func isGiven(_ key: String) -> Bool {
    guard object.state == .inserted, page.isOpen, page.object === object,
      let source = page.state.source, source.relationship.isToMany,
      let back = source.relationship.wayBack.flatMap({
        object.entity.relationship(named: $0.name)
      }), object.refers(by: back, to: source.object)
    else { return false }
    return key == back.name || back.definition.joins.contains { $0.source == key }
  }

  /// Whether the form may begin at a field of its object: the first such field gets the focus.
  ///
  /// A new object is begun where something is to be entered. Of another one the reference to the object on the page before
  /// is passed over.
  func mayBegin(at key: String, in scope: EnvironmentValues) -> Bool {
    guard page.isOpen, page.object === object,
      object.entity.relationship(named: key)?.isToMany != true
    else { return false }
    return object.state == .inserted ? form.isEmpty(at: key, in: scope) : !refersBack(by: key)
  }

  private func refersBack(by key: String) -> Bool {
    let pages = page.ui.navigator.pages
    guard let index = pages.firstIndex(where: { $0 === page.state }), index > 0,
      let owner = pages[index - 1].object ?? pages[index - 1].source?.object, owner !== object
    else { return false }
    return object.entity.relationships.contains { relationship in
      let isMeant =
        relationship.name == key || relationship.definition.joins.contains { $0.source == key }
      return isMeant && !relationship.isToMany && object.refers(by: relationship, to: owner)
    }
  }
}

extension FormModel {
  /// Whether nothing stands in a field, and the database puts nothing there either.
  func isEmpty(at key: String, in scope: EnvironmentValues) -> Bool {
    // A default of NULL puts nothing there.
    if let left = leftDefault(of: key, in: scope), left.value?.isNull != true { return false }
    if let attribute = object.entity.attribute(named: key) {
      guard !attribute.definition.isGenerated else { return false }
      let value = object.snapshot.value(forKey: key) ?? .null
      return drafts[key].map(\.isEmpty) ?? (value.isNull || value == .string(""))
    }
    guard let relationship = object.entity.relationship(named: key) else { return false }
    return object.newDestination(of: relationship) == nil
      && relationship.definition.joins.contains {
        object.snapshot.technicalValue(forPath: [$0.source])?.isNull != false
      }
  }
}

extension ManagedObject {
  /// Whether a to-one relationship leads to `owner`, saved or not.
  fileprivate func refers(by relationship: Relationship, to owner: ManagedObject) -> Bool {
    guard let destination = relationship.destination,
      owner.entity.isKind(of: destination) || destination.isKind(of: owner.entity)
    else { return false }
    if let new = newDestination(of: relationship) { return new === owner }
    let joins = relationship.definition.joins
    return !joins.isEmpty
      && joins.allSatisfy { join in
        let key = snapshot.technicalValue(forPath: [join.source]) ?? .null
        return !key.isNull && key == owner.snapshot.keyValue(forKey: join.destination)
      }
  }
}
