import Editing
import EntityModel
import EntityStore
import RuleEnvironment
import StandardKeys
import Terminal
public import Widgets

/// What can be done on a page on which objects are edited.
public struct EditCommands {
  private let page: PageContext

  /// Those of a page.
  public init(page: PageContext) { self.page = page }

  /// Saving, going on to the next field, leaving, reading again what is being edited.
  public var all: [Command] {
    guard page.isOpen else { return [] }
    let (page, session) = (page, page.session)
    let forms = page.state.forms
    let isChanged = forms.contains { $0.object.hasChanges }
    // While something is waited for the same key stops that, as the status line says.
    let leaving =
      session.loads.busyTime == nil
      ? [Command(.leave) { ApplicationCommands(page: page).goBack($0) }] : []
    return [
      Command(.save, title: PendingWork(session: session).saveTitle) {
        Saving(page: page, context: $0).saveAll()
      },
      Command(.nextField) { context in
        if !context.host.moveFocus(by: 1, wrapping: false) {
          let key = context.host.keyBindings.keys(for: .save).first?.symbol
          context.say("this is the last field; \(key ?? ":w") saves")
        }
      },
    ] + leaving + (page.object.map { [HistoryCommands(page: page).command(about: $0)] } ?? []) + [
      Command(.reload, disabledReason: isChanged ? "changes are pending" : nil) { context in
        session.counts.forget()
        session.loads.run {
          guard await !OtherTables(session: session).areAdopted(context) else { return }
          for form in forms { await session.reader.refresh(form.object) }
        }
      }
    ]
  }
}

extension FormModel {
  /// Whether the property, or the key behind a to-one relationship, differs from what was read; or from the default, where
  /// it was said to be null.
  func isChanged(_ key: String) -> Bool {
    let relationship = object.entity.relationship(named: key)
    if let relationship, relationship.isToMany {
      return RelatedLink(relationship, of: object)?.changes().isEmpty == false
    }
    let joins = relationship?.definition.joins ?? []
    let changed = object.changedKeys.union(object.keysWithoutDefault)
    return changed.contains(key) || joins.contains { changed.contains($0.source) }
  }
}

nonisolated extension EnvironmentValues {
  /// What people call a property of the entity of this scope.
  func displayName(of key: String) -> String {
    let name = scoped(toProperty: key)[ModelKeys.shared.displayNameForProperty]
    return name.isEmpty ? key : name
  }
}
