import Editing
import EntityModel
public import RuleEnvironment
import StandardKeys
public import Widgets
import Workspace

/// The commands for the property under the cursor: following its relationship, copying its value, and reading a long text.
public struct PropertyCommands {
  private let page: PageContext

  /// Creates the commands of a page.
  public init(page: PageContext) { self.page = page }

  /// The commands in the scope of a property.
  public func all(in scope: EnvironmentValues) -> [Command] {
    guard page.isOpen else { return [] }
    let (page, work) = (page, page.work)
    let copy = Command(.copy) { context in
      guard let record = scope[ObjectKeys.shared.object] else {
        return ValueCopy(page: page).copy(in: scope, context)
      }
      // Of a long value beside a list only the beginning is here.
      work.reader.withWhole(record) {
        ValueCopy(page: page).copy(in: scope.scoped(toValueIn: $0, label: nil), context)
      }
    }
    guard let relationship = scope[ModelKeys.shared.relationship],
      let record = scope[ObjectKeys.shared.object]
    else {
      return [copy] + [LongTextReading(ui: page.ui).command(in: scope)].compactMap(\.self)
        + BlobCommands(ui: page.ui).all(in: scope) + JSONCommands(page: page).all(in: scope)
    }
    let title = scope[ModelKeys.shared.displayNameForProperty]
    let object = work.editing.object(for: record)
    let refusal = page.followRefusal(relationship, from: object)
    return [
      Command(.open, title: "follow", disabledReason: refusal) { context in
        page.follow(relationship, from: object, named: title, context)
      },
      copy,
    ] + [editing(relationship, of: object, named: title)].compactMap(\.self)
  }

  /// Editing a relationship to many on a page of its own, or the reason that there is none.
  private func editing(
    _ relationship: Relationship,
    of object: ManagedObject,
    named title: String
  ) -> Command? {
    guard page.object === object, page.list == nil else { return nil }
    guard relationship.isToMany else {
      let reason = "\(title) leads to a single object; edit this one"
      return Command(.editRelationship, disabledReason: reason, isHidden: true) { _ in }
    }
    return RelatedLink(relationship, of: object).flatMap {
      RelationshipEditing(page: page, link: $0).wholePageOfShown
    }
  }
}
