import Editing
import EntityModel
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// The lines above a list's rows that show new, unsaved objects, whose position the database decides later.
struct NewRows: View {
  let model: ListModel
  @Environment(\.pageContext) private var page

  var body: some View {
    if page.isOpen {
      let new = model.newObjects(on: page.state)
      let labels = new.prefix(Self.most).map(UnsavedChanges(work: page.work).label)
      ForEach(Array(labels.indices)) {
        Text("+ \(labels[$0]), not saved yet").role(.mark)
      }
      if new.count > labels.count {
        Text("+ \(new.count - labels.count) more; P lists unsaved changes").role(.mark)
      }
    }
  }

  /// The number of new objects shown with a line each; the others are only counted.
  private static let most = 3
}

extension ListModel {
  /// The new objects that will be among the rows of the list of a page, found anew only after a change.
  func newObjects(on page: PageState) -> [ManagedObject] {
    _ = work.rootRevisionShown
    guard page.list === self, query.namedFetch == nil else { return [] }
    let place = NewObjectsCacheKey(
      page: ObjectIdentifier(page),
      filters: query.filters.map(\.qualifier),
      revision: work.editing.pendingRevision
    )
    if let knownNew, knownNew.place == place { return knownNew.objects }
    let objects = foundNew(on: page)
    knownNew = (place, objects)
    return objects
  }

  private func foundNew(on page: PageState) -> [ManagedObject] {
    let new: [ManagedObject]
    if page.task == .select {
      new = page.onSelectNew == nil ? [] : offered(on: page)
    } else if let (owner, relationship) = page.source {
      new = RelatedLink(relationship, of: owner)?.changes().added.map(\.object) ?? []
    } else if page.auxiliaryQualifier == nil {
      new = work.editing.enteredNewObjects.filter { $0.entity.isKind(of: entity) }
    } else {
      new = []
    }
    return fitting(new.filter { $0.state == .inserted && $0.hasInput })
  }

  /// The objects that fit what the list is narrowed to.
  func fitting(_ objects: [ManagedObject]) -> [ManagedObject] {
    objects.filter { object in
      query.filters.allSatisfy {
        $0.qualifier.evaluate(with: ValueContext(.object(object.snapshot))) == true
      }
    }
  }

  /// The new objects that can be chosen on a page.
  private func offered(on page: PageState) -> [ManagedObject] {
    let linked =
      page.source.flatMap { RelatedLink($0.relationship, of: $0.object)?.changes().added } ?? []
    return work.editing.pendingObjects(of: entity).filter { object in
      object !== page.source?.object
        && !linked.contains { $0.object === object }
        && page.auxiliaryQualifier?.evaluate(with: ValueContext(.object(object.snapshot))) != false
    }
  }
}
