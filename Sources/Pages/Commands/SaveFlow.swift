import Editing
import EntityModel
import EntityStore
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// The save command shared by all pages: one save at a time, messages on a refusal, and the step to the next page.
struct SaveFlow: PagePart {
  let page: PageContext
  /// The context that shows the messages about the save.
  let context: CommandContext
  /// Told once what came of it; where a person is asked, it is not told what they answer.
  var report: (WriteResult) -> Void = { _ in }

  private var current: PageState { page.ui.navigator.current }

  /// The destination after a successful save: on, back, a new object, or the next object of the list.
  enum Way {
    /// From a new object to where its rules lead, else back.
    case on
    case back
    /// To another new one.
    case toNew(NextNewObject)
    /// To the one behind it in the list, to the same field.
    case toNext(AdjacentObjects, key: String?)

    /// Whether another object is edited then, also where nothing was to be saved.
    var leadsToForm: Bool {
      switch self {
      case .toNew, .toNext: true
      case .on, .back: false
      }
    }
  }

  /// Saves everything pending, on whatever page it was entered, and leaves the page on which an object of it is edited.
  /// - Parameters:
  ///   - way: Where one goes from there.
  ///   - done: Called when all is written.
  func saveAll(going way: Way = .on, then done: (() -> Void)? = nil) {
    saveAll(going: way, isRepeated: false, then: done)
  }

  /// Saves once more where `isRepeated`, and untouched new objects only where a person `wantsEmpty` ones.
  private func saveAll(
    going way: Way,
    isRepeated: Bool,
    wantsEmpty: Bool = false,
    then done: (() -> Void)?
  ) {
    let unsaved = UnsavedChanges(work: work)
    let untouched = wantsEmpty ? [] : unsaved.objects.filter(unsaved.isUntouched)
    let objects = unsaved.objects.filter { object in !untouched.contains { $0 === object } }
    if objects.isEmpty, work.forms.unreadable.isEmpty, let new = untouched.first,
      leavesOrAsks(about: new, going: way, then: done)
    {
      return
    }
    saveAll(
      of: objects.isEmpty ? untouched : objects,
      going: way,
      isRepeated: isRepeated,
      wantsEmpty: wantsEmpty,
      then: done
    )
  }

  /// Leaves the untouched form of a new object that the save before has opened, or asks whether the object is to be saved as it
  /// is.
  /// - Returns: Whether that was done; `false` if the object cannot be saved anyway.
  private func leavesOrAsks(
    about new: ManagedObject,
    going way: Way,
    then done: (() -> Void)?
  ) -> Bool {
    if current.isContinued, done == nil {
      ApplicationCommands(page: page).goBack(context)
      report(.unchanged)
      return true
    }
    guard RuleProblems(root: work.root).allProblems(of: new).isEmpty else { return false }
    let label = UnsavedChanges(work: work).newLabel(of: new)
    let question = Announcement(
      asking: "Nothing was entered. Save \(label) as it is?",
      verb: "save it",
      keepTitle: "go on editing"
    ) {
      SaveFlow(page: page, context: $0)
        .saveAll(going: way, isRepeated: false, wantsEmpty: true, then: done)
    }
    ui.ask(question, context)
    report(.asked)
    return true
  }

  private func saveAll(
    of objects: [ManagedObject],
    going way: Way,
    isRepeated: Bool,
    wantsEmpty: Bool,
    then done: (() -> Void)?
  ) {
    guard !objects.isEmpty || !work.forms.unreadable.isEmpty else {
      report(.unchanged)
      if way.leadsToForm, let object = page.object {
        ui.pageBeingLeft = current
        return work.loads.run {
          await leave(object, way)
          ui.pageBeingLeft = nil
        }
      }
      return done?() ?? context.say("nothing has changed")
    }
    let edited = current.forms
    let isLinked = !NestedForms(ui: ui).linked(on: current).isEmpty
    let deleted = objects.filter { $0.state == .deleted }
    let written = ExpectedChanges(of: objects)
    // What a form of its own changes is seen there.
    let taken = ReassignedObjects(of: objects.filter { work.forms[$0] == nil }, in: work)
    let repeating: Repeating = { context, isRepeated in
      // Who answers a question saves anew; what is saved once more by itself is the same save.
      SaveFlow(page: page, context: context, report: isRepeated ? report : { _ in })
        .saveAll(going: way, isRepeated: isRepeated, wantsEmpty: wantsEmpty, then: done)
    }
    save(objects, going: way, isRepeated: isRepeated, repeating: repeating) {
      saved in
      let fault =
        work.saves.auditFault ?? UnsavedChanges(work: work).lossSentence(of: saved)
        ?? written.undoneSentence(in: work)
      context.say(
        fault
          ?? [
            UnsavedChanges.savedSentence(count: objects.count), taken.sentence,
            work.saves.mergedSentence, leftOutSentence,
          ].compactMap(\.self).joined(separator: "; "),
        fault == nil ? .success : .warning
      )
      let form =
        edited.first { form in objects.contains { $0 === form.object } }
        ?? (isLinked ? edited.first : nil)
      if let object = form?.object ?? (way.leadsToForm ? page.object : nil) {
        await leave(object, way)
      } else {
        work.reader.refreshVisibleList()
      }
      PendingDeletion(work: work).end(deleted, context)
      done?()
    }
  }

  /// The sentence about a new object of this page into which nothing was entered; `nil` where there is none.
  private var leftOutSentence: String? {
    let unsaved = UnsavedChanges(work: work)
    return unsaved.objects.first(where: unsaved.isUntouched).map {
      "not \(unsaved.newLabel(of: $0)): nothing was entered"
    }
  }

  /// Saves all of it once more; whether nobody was asked before.
  private typealias Repeating = (CommandContext, _ isRepeated: Bool) -> Void

  /// Saves `objects`; on failure says why, marks the fields, and keeps everything as it was entered.
  private func save(
    _ objects: [ManagedObject],
    going way: Way,
    isRepeated: Bool,
    repeating: @escaping Repeating,
    then done: @escaping (_ saved: [ManagedObject]) async -> Void
  ) {
    guard !work.saves.isBusy else {
      return refuse(SaveController.busySentence, .warning)
    }
    let open = objects.compactMap { work.forms[$0] }
    work.saveFaults.forget()
    if let form = unreadableForm, let key = form.firstUnreadableKey {
      context.host.focus(onField: key, of: form.object)
      let isHere = current.form(of: form.object) != nil
      let place = isHere ? "" : UnsavedChanges(work: work).label(of: form.object) + ": "
      return refuse("\(place)\(FormFaults(page: page).markAll(of: form))")
    }
    work.saves.isBusy = true
    if way.leadsToForm || !current.forms.isEmpty && TaskName.entering.contains(current.task) {
      ui.pageBeingLeft = current
    }
    work.loads.run {
      let outcome: WriteResult?
      do throws(SaveError) {
        let saved = try await write(objects)
        for form in open { forget(form) }
        await done(saved)
        outcome = .saved(objects.count)
      } catch {
        switch await meeting(error, of: objects, repeating) {
        case .asked: outcome = .asked
        case .merged where !isRepeated: outcome = nil
        case .merged, .none: outcome = .refused(await explain(error, of: objects, in: open))
        }
        if outcome != nil { ui.refusedSaveCount += 1 }
      }
      (work.saves.isBusy, ui.pageBeingLeft) = (false, nil)
      if let outcome { report(outcome) } else { repeating(context, true) }
    }
  }

  /// Says why nothing was saved.
  private func refuse(_ reason: String, _ role: Role = .error) {
    context.say("not saved: \(reason)", role)
    report(.refused(reason))
  }

  /// Saves objects; links that others have made or taken out already count as saved.
  ///
  /// - Returns: The objects without such links.
  private func write(_ objects: [ManagedObject]) async throws(SaveError) -> [ManagedObject] {
    do throws(SaveError) {
      try await work.save(objects)
      return objects
    } catch {
      let links = ObsoleteLinkChanges(work: work)
      guard let rest = await links.rest(of: objects, after: error) else { throw error }
      if !rest.isEmpty { try await work.save(rest) }
      return rest
    }
  }

  /// The result of handling a save conflict: the user was asked, or the stored values were merged with the user's changes.
  private enum Meeting {
    /// A person was asked.
    case asked
    /// The other values were merged: they are kept next to the user's own changes.
    case merged
  }

  /// Asks about all rows of a refused save that others have changed or deleted; `nil` where that is not why it was refused.
  private func meeting(
    _ error: SaveError,
    of objects: [ManagedObject],
    _ repeating: @escaping Repeating
  ) async -> Meeting? {
    guard case .store(let refusal) = error, let id = refusal.conflictingID else { return nil }
    let conflicts = SaveConflicts(ui: ui, objects: objects)
    let found = await conflicts.found(refusing: id)
    guard let first = found.first else {
      if case .changedByOther = refusal { return .merged }
      return nil
    }
    work.saveFaults.note(error, of: objects, in: work)
    if first.isGone, found.count == 1 {
      DeletedElsewhere(work: work, object: first.object).leaveOrAsk(context)
      return .asked
    }
    let more = found.count > 1 ? "; and \(found.count - 1) more" : ""
    conflicts.ask(about: found) { repeating($0, false) }
    context.say("not saved: \(conflicts.sentence(about: first))\(more)", .error)
    return .asked
  }

  /// Forgets what was typed into a form whose object is saved; one that no page shows goes.
  private func forget(_ form: FormModel) {
    form.forgetDrafts()
    if !ui.navigator.shows(form) { work.forms.close(form) }
  }

  /// Leaves the page on which an object that is saved now was edited.
  private func leave(_ saved: ManagedObject, _ way: Way) async {
    let (work, navigator, page) = (work, ui.navigator, current)
    guard page.form(of: saved) != nil else { return }
    let object = page.object ?? saved
    if UnsavedChanges(work: work).lossSentence(of: [object]) != nil {
      // There is nothing to go on with.
      navigator.removePages(about: object)
      if navigator.current !== page { return work.reader.refreshVisibleList() }
    }
    if page.task == .create, let id = object.id { navigator.placeList(onRowOf: id) }
    switch way {
    case .toNew(let new):
      let next = new.page(carryingOver: object)
      next.isContinued = true
      navigator.replaceCurrent(with: next)
    case .toNext(let neighbours, let key): return await neighbours.edit(at: key, context)
    case .on where page.task == .create:
      let next = PageState(
        task: page.scope(in: work.root).nextTaskName,
        subject: .object(object)
      )
      next.isMade = true
      navigator.replaceCurrent(with: next)
    case .on where !TaskName.entering.contains(page.task): break
    case .on, .back: navigator.pop()
    }
    if navigator.current !== page {
      PageLeaving(ui: ui).close(page)
      if navigator.current.object === object { navigator.current.preparedObject = object }
    }
    work.loads.run { await work.reader.complete(object) }
    work.reader.refreshVisibleList()
  }

  /// A form with a text that is no value, those on screen first.
  private var unreadableForm: FormModel? {
    let forms = work.forms.unreadable
    return current.forms.first { own in forms.contains { $0 === own } } ?? forms.first
  }

  // MARK: What was refused

  /// Says and marks why nothing was saved.
  private func explain(
    _ error: SaveError,
    of objects: [ManagedObject],
    in forms: [FormModel]
  ) async -> String {
    let suspect = await SaveFaults.suspect(of: error, among: objects, in: work)
    work.saveFaults.note(error, of: objects, suspect: suspect, in: work)
    let subject = RefusedObject(work: work, objects: objects)
    let sentence = subject.sentence(for: error, suspect: suspect?.object)
    if let (form, key) = mark(error, of: subject, suspect, in: forms),
      current.form(of: form.object) != nil
    {
      context.host.focus(onField: key, of: form.object)
    }
    // A single object of another page would pass for the one of this page.
    let isElsewhere =
      objects.count == 1 && !current.forms.isEmpty && current.form(of: objects[0]) == nil
    let place = isElsewhere ? UnsavedChanges(work: work).label(of: objects[0]) + ": " : ""
    context.say("not saved: \(place)\(sentence)", .error)
    return place + sentence
  }

  /// Marks the fields that keep something from being saved.
  /// - Returns: The one to be mended: the first changed one of this page, else the first.
  private func mark(
    _ error: SaveError,
    of subject: RefusedObject,
    _ suspect: SaveFaults.Suspect?,
    in forms: [FormModel]
  ) -> (FormModel, String)? {
    let all = subject.forms(of: error, among: forms, suspect?.object)
    var marked: [(form: FormModel, key: String)] = []
    func mark(
      _ entityName: String,
      _ keys: [String],
      saying message: String,
      in forms: [FormModel]? = nil
    ) {
      let forms = forms ?? all
      let own = forms.filter { $0.object.entity.name == entityName }
      for form in own.isEmpty ? forms : own {
        let entity = form.object.entity
        // What is written through a view is refused by a table behind it, whose columns mostly are called the same.
        let keys = keys.filter {
          !own.isEmpty || entity.definition.kind == .view && entity.attribute(named: $0) != nil
        }
        let names = keys.map { [$0] + entity.propertyNames(writing: $0) }
        form.show(message, at: Set(names.joined()))
        marked += names.map { (form, $0[$0.count > 1 ? 1 : 0]) }
      }
    }
    switch error {
    case .invalid(let problems):
      for problem in problems {
        let own = all.filter { $0.object.token == problem.token }
        mark(problem.entityName, [problem.key], saying: problem.message, in: own)
      }
    case .store(.uniqueViolated(let entity, let attributes)):
      mark(entity, attributes, saying: "another row has the same value")
    case .store(.nullViolated(let entity, let attribute)):
      mark(entity, [attribute], saying: "needs a value")
    case .store(.checkViolated(let entity, let constraint, let attributes)):
      mark(entity, attributes, saying: "the database allows only \(constraint)")
    case .store(.refusedByTrigger(let message, let entity, let attributes)):
      mark(entity, attributes, saying: "the database refuses: \(message)")
    case .store(.referenceViolated):
      guard let suspect, let form = all.first(where: { $0.object === suspect.object }) else {
        break
      }
      form.show("refers to an object that does not exist", at: Set(suspect.keys))
      marked += suspect.keys.map { (form, $0) }
    case .store: break
    }
    let here = marked.filter { current.form(of: $0.form.object) != nil }
    let nearest = here.isEmpty ? marked : here
    return nearest.first { $0.form.isChanged($0.key) } ?? nearest.first
  }
}

extension StoreError {
  /// The row that others have changed or deleted; `nil` where something else is wrong.
  fileprivate var conflictingID: RecordID? {
    switch self {
    case .changedByOther(let id), .notFound(let id): id
    default: nil
    }
  }
}
