import Editing
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import Widgets

// Saving from any page: one save at a time, and a refused one is explained where it was asked for.
extension Session {
  /// Saves everything pending.
  func saveAll(_ context: CommandContext, then done: @escaping () -> Void = {}) {
    save(editing.pendingObjects, context) { [self] in
      context.say(auditFault ?? "saved", auditFault == nil ? .success : .warning)
      refreshVisibleList()
      done()
    }
  }

  /// Saves `objects`; on failure says why, marks the fields, and keeps everything as it was entered.
  func save(_ objects: [ManagedObject], _ context: CommandContext, then done: @escaping () -> Void)
  {
    guard !isSaving else { return }
    let open = objects.compactMap(openForm)
    if let form = open.first(where: \.hasUnreadableDrafts), let key = form.firstProblemKey {
      show(key, of: form, context)
      context.say("not saved: \(form.sentence(at: key, in: root))", .error)
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
        await explain(error, open, context)
      }
    }
  }

  private func explain(_ error: SaveError, _ forms: [FormModel], _ context: CommandContext) async {
    var sentence = sentence(for: error)
    if case .store(.changedByOther(let id)) = error, let object = editing.registeredObject(for: id)
    {
      sentence = await conflict(object)
    }
    if let (form, key) = mark(error, in: forms) { show(key, of: form, context) }
    context.say("not saved: \(sentence)", .error)
  }

  /// Marks the fields that keep something from being saved; the first of them.
  private func mark(_ error: SaveError, in forms: [FormModel]) -> (FormModel, String)? {
    var first: (FormModel, String)?
    func mark(_ entityName: String, _ key: String, _ message: String) {
      let own = forms.filter { $0.object.entity.name == entityName }
      // What is written through a view is refused by a table behind it, whose columns mostly are called the same.
      let through = forms.filter {
        $0.object.entity.definition.kind == .view && $0.object.entity.attribute(named: key) != nil
      }
      for form in own.isEmpty ? through : own {
        let names = [key] + form.object.entity.propertyNames(writing: key)
        for name in Set(names) { form.show(message, at: name) }
        if first == nil { first = (form, names[names.count > 1 ? 1 : 0]) }
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
    return first
  }

  private func show(_ key: String, of form: FormModel, _ context: CommandContext) {
    guard navigator.current.form === form else { return }
    context.host.focus(on: key)
  }

  /// Reads what somebody else wrote; the next save writes over it, knowingly.
  private func conflict(_ object: ManagedObject) async -> String {
    await refresh(object)
    let scope = root.scoped(toTask: "edit").scoped(to: object.base)
    let theirs = object.acceptStored().filter { scope.showsColumn(PropertyPath($0)) }.map { name in
      let property = scope.scoped(toProperty: name)
      return "\(scope.displayName(of: name)) is now \(CellText.formatted(in: property).text)"
    }
    let label = scope[ObjectKeys.shared.objectLabel] ?? object.entity.name
    return "\(label) was changed elsewhere since it was read: "
      + (theirs.isEmpty ? "see its fields" : theirs.joined(separator: ", "))
      + "; save again to write over it"
  }

  /// What keeps changes from being saved, with the names people know.
  func sentence(for error: SaveError) -> String {
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
  /// The first field with something wrong.
  var firstProblemKey: String? { problems.keys.min() }

  /// What is wrong with a field: `Length: a whole number`.
  func sentence(at key: String, in root: EnvironmentValues) -> String {
    let scope = root.scoped(toTask: "edit").scoped(to: object.snapshot)
    return "\(scope.displayName(of: key)): \(problems[key] ?? "")"
  }
}
