import AccessControl
package import Editing
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets

// Saving from any page: one save at a time, and a refused one is explained where it was asked for.
extension Session {
  /// Saves everything pending, on whatever page it was entered, and leaves the page on which an object of it is edited.
  /// - Parameters:
  ///   - context: Where what came of it is said.
  ///   - goingOn: Whether from a new object one goes on to where its rules lead, and not back.
  ///   - done: Called when all is written.
  func saveAll(
    _ context: CommandContext,
    goingOn: Bool = true,
    then done: (() -> Void)? = nil
  ) {
    let objects = PendingWork(session: self).objects
    guard !objects.isEmpty || !unreadableForms.isEmpty else {
      return done?() ?? context.say("nothing has changed")
    }
    let form = navigator.current.form
    let written = WrittenChanges(of: objects)
    save(objects, context) { [self] in
      let fault =
        auditFault ?? PendingWork.lossSentence(of: objects) ?? written.undoneSentence(in: self)
      context.say(
        fault ?? PendingWork.savedSentence(count: objects.count),
        fault == nil ? .success : .warning
      )
      if let form, objects.contains(where: { $0 === form.object }) {
        leaveAfterSaving(form.object, goingOn: goingOn)
      } else {
        refreshVisibleList()
      }
      done?()
    }
  }

  /// Saves `objects`; on failure says why, marks the fields, and keeps everything as it was entered.
  func save(_ objects: [ManagedObject], _ context: CommandContext, then done: @escaping () -> Void)
  {
    guard !isSaving else { return }
    let open = objects.compactMap(openForm)
    if let form = unreadableForm, let key = form.firstUnreadableKey {
      show(key, of: form, context)
      let isHere = navigator.current.form === form
      let place = isHere ? "" : PendingWork(session: self).label(of: form.object) + ": "
      context.say("not saved: \(place)\(form.sentence(at: key, in: root))", .error)
      return
    }
    isSaving = true
    loading { [self] in
      defer { isSaving = false }
      do throws(SaveError) {
        try await save(objects)
        for form in open { close(form) }
        done()
      } catch {
        if let gone = await GoneObject.found(by: error, in: self) {
          return gone.leaveOrAsk(context)
        }
        await explain(error, open, objects, context, then: done)
      }
    }
  }

  /// A form with a text that is no value, the one on screen first.
  private var unreadableForm: FormModel? {
    let forms = unreadableForms
    return forms.first { $0 === navigator.current.form } ?? forms.first
  }

  private func explain(
    _ error: SaveError,
    _ forms: [FormModel],
    _ objects: [ManagedObject],
    _ context: CommandContext,
    then done: @escaping () -> Void
  ) async {
    var sentence = SaveSubject(session: self, objects: objects).named(sentence(for: error), error)
    if case .store(.changedByOther(let id)) = error, let object = editing.registeredObject(for: id)
    {
      sentence = await conflict(object)
      askAboutConflict(object, objects, context, then: done)
    }
    if let (form, key) = mark(error, in: forms) { show(key, of: form, context) }
    context.say("not saved: \(sentence)", .error)
  }

  /// Marks the fields that keep something from being saved.
  /// - Returns: The one to be mended: the first that was changed, else the first.
  private func mark(_ error: SaveError, in forms: [FormModel]) -> (FormModel, String)? {
    var marked: [(form: FormModel, key: String)] = []
    func mark(_ entityName: String, _ key: String, _ message: String) {
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
      for problem in problems { mark(problem.entityName, problem.key, problem.message) }
    case .store(.uniqueViolated(let entity, let attributes)):
      for name in attributes { mark(entity, name, "another one has the same") }
    case .store(.nullViolated(let entity, let attribute)):
      mark(entity, attribute, "needs a value")
    case .store(.checkViolated(let entity, let constraint, let attributes)):
      for name in attributes { mark(entity, name, "the database allows only \(constraint)") }
    case .store: break
    }
    return marked.first { $0.form.isChanged($0.key) } ?? marked.first
  }

  private func show(_ key: String, of form: FormModel, _ context: CommandContext) {
    guard navigator.current.form === form else { return }
    context.host.focus(on: key)
  }

  /// Asks what is to become of what somebody else wrote; until then every save asks again.
  private func askAboutConflict(
    _ object: ManagedObject,
    _ objects: [ManagedObject],
    _ context: CommandContext,
    then done: @escaping () -> Void
  ) {
    let items = [
      MenuItem("go on editing") { _ in },
      MenuItem("write over what is stored now") { [self] context in
        _ = object.acceptStored()
        save(objects, context, then: done)
      },
      MenuItem("discard my changes") { [self] context in
        openForm(object)?.forgetDrafts(of: Set(object.entity.attributes.map(\.name)))
        editing.discard(object)
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
    await refresh(object)
    let scope = root.scoped(toTask: "edit").scoped(to: object.base)
    if object.isAnother {
      let known = root.scoped(toTask: "edit").scoped(to: object.recognized)
      _ = object.contest()
      let labels = [known, scope].map { $0[ObjectKeys.shared.objectLabel] ?? object.entity.name }
      return
        "\(labels[0]) is \(labels[1]) now: somebody else has renamed it, or deleted it and \(labels[1]) has its key"
    }
    let contested = object.contest()
    // What locks may be a value that nobody here has touched.
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

  /// What keeps changes from being saved, with the names people know.
  package func sentence(for error: SaveError) -> String {
    func name(_ key: String, of entityName: String) -> String {
      guard let entity = model.entity(named: entityName) else { return key }
      let known = entity.propertyNames(writing: key)[0]
      return root.scoped(toTask: "edit").scoped(to: entity).displayName(of: known)
    }
    switch error {
    case .invalid(let problems):
      return problems.map { "\(name($0.key, of: $0.entityName)): \($0.message)" }
        .joined(separator: "; ")
    case .store(.uniqueViolated(let entity, let attributes)) where !attributes.isEmpty:
      let names = attributes.map { name($0, of: entity) }.joined(separator: ", ")
      return "another \(entity) has the same \(names)"
    case .store(.nullViolated(let entity, let attribute)):
      return "\(name(attribute, of: entity)) needs a value"
    case .store(.checkViolated(let entity, let constraint, let attributes))
    where !attributes.isEmpty:
      let names = attributes.map { name($0, of: entity) }.joined(separator: ", ")
      return "\(names): the database allows only \(constraint)"
    case .store(let error): return error.sentence
    }
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
