import Editing
import EntityModel
import RuleEnvironment
import StandardKeys
public import Widgets
import Workspace

/// The commands of a page that edits objects: save, next field, next fault, reload and leave.
public struct EditCommands {
  private let page: PageContext

  /// Creates the commands of a page.
  public init(page: PageContext) { self.page = page }

  /// Saving, going on to the next field, fault or object, leaving, reading again what is being edited.
  public var all: [Command] { page.isOpen ? offered : [] }

  @CommandBuilder private var offered: [Command] {
    let work = page.work
    if page.state.nested == nil {
      Command(.save, title: UnsavedChanges(work: work).saveTitle) {
        SaveFlow(page: page, context: $0).saveAll()
      }
    } else {
      Command(.save, title: CommandDefinition.done.title) { finish($0) }
      Command(.done, isHidden: true) { finish($0) }
    }
    Command(.nextField) { context in
      if !context.host.moveFocus(by: 1, wrapping: false) {
        context.say(lastFieldSentence(context))
      }
    }
    Command(.nextFault, isHidden: FormFaults(page: page).count == 0) {
      FormFaults(page: page).goToNext($0)
    }
    goingOn
    // While something is waited for the same key stops that, as the status line says.
    if work.loads.busyTime == nil {
      Command(.leave) { ApplicationCommands(page: page).goBack($0) }
    }
    PageActions.current.offered(others)
  }

  /// The commands for the object's history and for reloading the edited objects.
  @CommandBuilder private var others: [Command] {
    let (work, forms) = (page.work, page.state.forms)
    let isChanged = forms.contains { $0.object.hasChanges }
    page.object.map { HistoryCommands(page: page).command(about: $0) }
    Command(.reload, disabledReason: isChanged ? "there are unsaved changes" : nil) { context in
      work.counts.forget()
      work.loads.run {
        guard await !page.ui.adoptTables(context) else { return }
        for form in forms { await work.reader.refresh(form.object) }
      }
    }
  }

  /// Goes back to the form from which this one was opened, with what was entered here, unless that cannot be saved.
  ///
  /// Nothing is written before that form is saved. Then another object is begun there where it is to be `followed`.
  func finish(_ context: CommandContext, followed next: NextNewObject? = nil) {
    let work = page.work
    guard !work.saves.isWriting else {
      return context.say(SaveController.busySentence, .warning)
    }
    let entered = NestedForms(ui: page.ui).entered(on: page.state)
    let faults = FormFaults(page: page)
    for object in page.state.forms.map(\.object) {
      guard entered.contains(where: { $0 === object }), let fault = faults.first(of: object) else {
        continue
      }
      page.focus(onField: fault.key, of: object, context)
      return context.say("not done: \(faults.sentence(fault))", .warning)
    }
    let unsaved = UnsavedChanges(work: work)
    if let object = entered.first, let owner = page.state.nested?.owner {
      let (own, other) = (unsaved.label(of: page.object ?? object), unsaved.label(of: owner))
      context.say("done: \(own) will be saved with \(other)")
    } else if let object = page.object, object.state == .inserted {
      context.say("nothing was entered: \(unsaved.newLabel(of: object)) is not made")
    } else {
      context.say("nothing has changed")
    }
    PageLeaving(ui: page.ui).goBack()
    if let next { page.ui.navigator.push(next.page(carryingOver: page.object)) }
    work.reader.refreshVisibleList()
  }

  /// Saving and going on to another object; a copy of the one that is edited.
  private var goingOn: [Command] { PageActions.current.offered(waysOn) }

  @CommandBuilder private var waysOn: [Command] {
    if let object = page.object, let task = page.task, TaskName.entering.contains(task) {
      let new = NextNewObject(of: object.entity, page: page)
      if page.state.nested == nil {
        new.savingCommand
      } else if page.state.source?.relationship.isToMany == true {
        Command(.saveAndNew, title: "done, new", disabledReason: new.savingRefusal) {
          finish($0, followed: new)
        }
      }
      if object.state != .inserted {
        ObjectCopy(page: page).command(of: object, refusal: new.refusal)
        AdjacentObjects(of: page)?.savingCommand
      }
    }
  }

  /// Returns the message at the last field, with the keys that save: `this is the last field; ^S saves, ^N saves and begins a
  /// new one`.
  private func lastFieldSentence(_ context: CommandContext) -> String {
    func key(_ definition: CommandDefinition) -> String? {
      context.host.keyBindings.keys(for: definition).first.map(context.host.symbol)
    }
    let others = goingOn.compactMap { command -> String? in
      guard command.disabledReason == nil, let key = key(command.definition) else { return nil }
      switch command.definition {
      case .saveAndNew:
        return "\(key) \(page.state.nested == nil ? "saves" : "is done") and begins a new one"
      case .saveAndNext: return "\(key) saves and goes on to the next"
      default: return nil
      }
    }
    let own = page.state.nested == nil ? "saves" : "is done and goes back"
    return "this is the last field; "
      + (["\(key(.save) ?? ":w") \(own)"] + others).joined(separator: ", ")
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
