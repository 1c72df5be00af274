import AccessControl
import Editing
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets

/// Saving from any page: one save at a time, and a refused one is explained where it was asked for.
struct Saving {
  let page: PageContext
  /// Where what came of it is said.
  let context: CommandContext

  private var session: Session { page.session }
  private var current: PageState { page.session.navigator.current }

  /// Saves everything pending, on whatever page it was entered, and leaves the page on which an object of it is edited.
  /// - Parameters:
  ///   - goingOn: Whether from a new object one goes on to where its rules lead, and not back.
  ///   - done: Called when all is written.
  func saveAll(goingOn: Bool = true, then done: (() -> Void)? = nil) {
    let session = session
    let objects = PendingWork(session: session).objects
    guard !objects.isEmpty || !session.forms.unreadable.isEmpty else {
      return done?() ?? context.say("nothing has changed")
    }
    let edited = current.forms
    let deleted = objects.filter { $0.state == .deleted }
    let written = WrittenChanges(of: objects)
    save(objects) {
      let fault =
        session.saves.auditFault ?? PendingWork.lossSentence(of: objects)
        ?? written.undoneSentence(in: session)
      context.say(
        fault ?? PendingWork.savedSentence(count: objects.count),
        fault == nil ? .success : .warning
      )
      if let form = edited.first(where: { form in objects.contains { $0 === form.object } }) {
        leave(form.object, goingOn: goingOn)
      } else {
        session.reader.refreshVisibleList()
      }
      PendingDeletion(session: session).end(deleted, context)
      done?()
    }
  }

  /// Saves `objects`; on failure says why, marks the fields, and keeps everything as it was entered.
  private func save(_ objects: [ManagedObject], then done: @escaping () -> Void) {
    let session = session
    guard !session.saves.isBusy else { return }
    let open = objects.compactMap { session.forms[$0] }
    session.saveFaults.forget()
    if let form = unreadableForm, let key = form.firstUnreadableKey {
      context.host.focus(onField: key, of: form.object)
      let isHere = current.form(of: form.object) != nil
      let place = isHere ? "" : PendingWork(session: session).label(of: form.object) + ": "
      context.say("not saved: \(place)\(form.sentence(at: key, in: session.root))", .error)
      return
    }
    session.saves.isBusy = true
    session.loads.run {
      defer { session.saves.isBusy = false }
      do throws(SaveError) {
        try await session.save(objects)
        for form in open { forget(form) }
        done()
      } catch {
        if let gone = await GoneObject.found(by: error, in: session) {
          return gone.leaveOrAsk(context)
        }
        await explain(error, of: objects, in: open, then: done)
      }
    }
  }

  /// Forgets what was typed into a form whose object is saved; one that no page shows goes.
  private func forget(_ form: FormModel) {
    form.forgetDrafts()
    if !session.navigator.shows(form) { session.forms.close(form) }
  }

  /// Leaves the page on which an object that is saved now was edited: for where its rules lead, or back.
  private func leave(_ saved: ManagedObject, goingOn: Bool) {
    let (session, navigator, page) = (session, session.navigator, current)
    guard page.form(of: saved) != nil else { return }
    let object = page.object ?? saved
    if PendingWork.lossSentence(of: [object]) != nil {
      // There is nothing to go on with.
      navigator.removePages(about: object)
      if navigator.current !== page { return session.reader.refreshVisibleList() }
    }
    if page.task == .create, let id = object.id { navigator.placeList(onRowOf: id) }
    if page.task == .create, goingOn {
      let next = PageState(
        task: page.scope(in: session.root).nextTaskName,
        subject: .object(object)
      )
      next.isMade = true
      navigator.replaceCurrent(with: next)
    } else if !goingOn || TaskName.entering.contains(page.task) {
      navigator.pop()
    }
    if navigator.current !== page { PageLeaving(session: session).close(page) }
    session.loads.run { await session.reader.refresh(object) }
    session.reader.refreshVisibleList()
  }

  /// A form with a text that is no value, those on screen first.
  private var unreadableForm: FormModel? {
    let forms = session.forms.unreadable
    return current.forms.first { own in forms.contains { $0 === own } } ?? forms.first
  }

  // MARK: What was refused

  private func explain(
    _ error: SaveError,
    of objects: [ManagedObject],
    in forms: [FormModel],
    then done: @escaping () -> Void
  ) async {
    let text = SaveSentence(session: session).text(for: error)
    let suspect = await SaveFaults.suspect(of: error, among: objects, in: session)
    session.saveFaults.note(error, of: objects, suspect: suspect, in: session)
    let subject = SaveSubject(session: session, objects: objects)
    var sentence = subject.named(text, error)
    if case .store(.changedByOther(let id)) = error,
      let object = session.editing.registeredObject(for: id)
    {
      sentence = await conflict(object)
      askAboutConflict(object) { save(objects, then: done) }
    }
    if let (form, key) = mark(error, of: subject, in: forms), current.form(of: form.object) != nil {
      context.host.focus(onField: key, of: form.object)
    }
    context.say("not saved: \(sentence)", .error)
  }

  /// Marks the fields that keep something from being saved.
  /// - Returns: The one to be mended: the first that was changed, else the first.
  private func mark(
    _ error: SaveError,
    of subject: SaveSubject,
    in forms: [FormModel]
  ) -> (FormModel, String)? {
    let forms = subject.forms(of: error, among: forms)
    var marked: [(form: FormModel, key: String)] = []
    func mark(_ entityName: String, _ key: String, saying message: String) {
      let own = forms.filter { $0.object.entity.name == entityName }
      // What is written through a view is refused by a table behind it, whose columns mostly are called the same.
      let through = forms.filter {
        $0.object.entity.definition.kind == .view && $0.object.entity.attribute(named: key) != nil
      }
      for form in own.isEmpty ? through : own {
        let names = [key] + form.object.entity.propertyNames(writing: key)
        for name in Set(names) { form.show(message, at: name) }
        marked.append((form, names[names.count > 1 ? 1 : 0]))
      }
    }
    switch error {
    case .invalid(let problems):
      for problem in problems { mark(problem.entityName, problem.key, saying: problem.message) }
    case .store(.uniqueViolated(let entity, let attributes)):
      for name in attributes { mark(entity, name, saying: "another one has the same") }
    case .store(.nullViolated(let entity, let attribute)):
      mark(entity, attribute, saying: "needs a value")
    case .store(.checkViolated(let entity, let constraint, let attributes)):
      for name in attributes {
        mark(entity, name, saying: "the database allows only \(constraint)")
      }
    case .store: break
    }
    return marked.first { $0.form.isChanged($0.key) } ?? marked.first
  }

  /// Asks what is to become of what somebody else wrote; until then every save asks again.
  private func askAboutConflict(_ object: ManagedObject, writing write: @escaping () -> Void) {
    let session = session
    let items = [
      MenuItem("go on editing") { _ in },
      MenuItem("write over what is stored now") { _ in
        _ = object.acceptStored()
        write()
      },
      MenuItem("discard my changes") { context in
        session.forms[object]?.forgetDrafts(of: Set(object.entity.attributes.map(\.name)))
        session.editing.discard(object)
        context.say("your changes are discarded")
      },
    ]
    let title =
      object.isAnother ? "Another record, or another name" : "Somebody else has changed it"
    context.present { Menu(title, items: items, width: 44) }
  }

  /// Reads what somebody else wrote.
  private func conflict(_ object: ManagedObject) async -> String {
    let read = object.base
    await session.reader.refresh(object)
    let root = session.root.scoped(toTask: "edit")
    let scope = root.scoped(to: object.base)
    if object.isAnother {
      let known = root.scoped(to: object.recognized)
      _ = object.contest()
      let labels = [known, scope].map { $0[ObjectKeys.shared.objectLabel] ?? object.entity.name }
      return
        "\(labels[0]) is \(labels[1]) now: somebody else has renamed it, or deleted it and \(labels[1]) has its key"
    }
    let contested = object.contest()
    // The value that locks may be one that this user has not touched.
    let others = object.entity.attributes.map(\.name).filter {
      read.value(forKey: $0) != object.base.value(forKey: $0)
    }
    let names = contested.isEmpty ? others : contested
    let theirs = names.filter { scope.showsColumn(PropertyPath($0)) }.map { name in
      let property = scope.scoped(toProperty: name)
      return "\(scope.displayName(of: name)) is now \(CellText.plain(in: property).text)"
    }
    let label = scope[ObjectKeys.shared.objectLabel] ?? object.entity.name
    return "\(label) was changed elsewhere since it was read: "
      + (theirs.isEmpty ? "see its fields" : theirs.joined(separator: ", "))
  }
}

extension FormModel {
  /// The first field with a text that is no value.
  var firstUnreadableKey: String? { drafts.keys.filter(hasUnreadableDraft).min() }

  /// What is wrong with a field: `Length: a whole number`.
  func sentence(at key: String, in root: EnvironmentValues) -> String {
    let scope = root.scoped(toTask: "edit").scoped(to: object.snapshot)
    return "\(scope.displayName(of: key)): \(problems[key] ?? "")"
  }
}
