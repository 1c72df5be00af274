import Editing
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import Widgets

// What can be done on each kind of page. A command that a rule forbids stays, with the reason.
extension Session {
  /// Why locked mode does not let a command run; `nil` when it does, and outside of that mode.
  func lockedRefusal(of command: CommandDefinition) -> String? {
    confinement == nil ? nil : LockedVerdict.of(command).refusal
  }

  /// What can be done on every page.
  func applicationCommands() -> [Command] {
    var commands: [Command] = []
    if busyTime != nil || navigator.current.list?.isSorting == true {
      commands.append(Command(.stop) { [self] _ in stopLoading() })
    }
    if navigator.canGoBack {
      commands.append(Command(.back) { [self] in goBack($0) })
    } else {
      commands += [
        Command(.quit) { [self] in quit($0) },
        Command(.stay, isHidden: true) { context in context.say("this is the first page; q quits")
        },
      ]
    }
    if navigator.canGoForward {
      commands.append(Command(.forward) { [self] _ in navigator.forward() })
    }
    commands += [
      Command(.why) { [self] context in showWhy(context) },
      Command(.help) { context in context.host.presentHelp() },
      Command(.palette) { [self] context in context.host.presentPalette(with: entityItems) },
      Command(.commandLine) { [self] context in promptCommand(context) },
      Command(.quitNow) { [self] in quit($0) },
      Command(.redraw) { [self] _ in onRedraw() },
      Command(.suspend) { [self] _ in onSuspend() },
    ]
    commands += UndoCommands(session: self).commands
    let work = PendingWork(session: self)
    guard !work.entered.isEmpty else { return commands }
    if navigator.current.form == nil {
      commands.append(Command(.save, title: work.saveTitle) { [self] in saveAll($0) })
    }
    commands.append(Command(.pending) { work.show($0) })
    return commands
  }

  /// What can be done with an object on screen.
  func inspectCommands(for object: ManagedObject) -> [Command] {
    let permissions = permissions(for: object, task: "inspect")
    return [
      Command(.edit, disabledReason: permissions.editRefusal) { [self] context in
        edit(object, at: navigator.current.focusedKey, context)
      },
      NextNewObject(of: object.entity, session: self).command,
      Command(.delete, disabledReason: permissions.deletionRefusal) { [self] context in
        confirmDeletion(of: object, context)
      },
      Command(.reload) { [self] context in
        counts.forget()
        loading { [self] in
          if await !OtherTables(session: self).areAdopted(context) { await refresh(object) }
        }
      },
    ]
  }

  /// What can be done with a property on screen: follow its relationship.
  func propertyCommands(in scope: EnvironmentValues) -> [Command] {
    let copy = Command(.copy) { [self] context in
      guard let record = scope[ObjectKeys.shared.object] else {
        return copyValue(in: scope, context)
      }
      // Of a long value beside a list only the beginning is here.
      withWhole(record) { [self] in
        copyValue(in: scope.scoped(toValueIn: $0, label: nil), context)
      }
    }
    guard let relationship = scope[ModelKeys.shared.relationship],
      let record = scope[ObjectKeys.shared.object]
    else { return [copy] + [LongTextReading(session: self).command(in: scope)].compactMap(\.self) }
    let title = scope[RenderingKeys.shared.displayNameForProperty]
    let object = editing.object(for: record)
    let refusal = followRefusal(relationship, from: object)
    return [
      Command(.open, title: "follow", disabledReason: refusal) { [self] context in
        follow(relationship, from: object, named: title, context)
      },
      copy,
    ]
  }

  // MARK: Going on

  /// Why a relationship leads nowhere from an object; `nil` when it can be followed.
  func followRefusal(_ relationship: Relationship, from object: ManagedObject) -> String? {
    guard let destination = relationship.destination,
      relationship.qualifier(from: object.snapshot) != nil
    else { return "there is nobody to go to" }
    return visibilityRefusal(of: destination)
  }

  /// Opens the objects, or the object, at the other end of a relationship.
  func follow(
    _ relationship: Relationship,
    from object: ManagedObject,
    named title: String,
    _ context: CommandContext
  ) {
    guard let destination = relationship.destination,
      let qualifier = relationship.qualifier(from: object.snapshot)
    else {
      context.say("\(title): there is nobody to go to")
      return
    }
    if let reason = visibilityRefusal(of: destination) {
      context.say("\(title): \(reason)", .warning)
      return
    }
    if relationship.isToMany {
      navigator.push(
        PageState(
          task: "list",
          subject: .entity(destination),
          auxiliaryQualifier: qualifier,
          source: (object, relationship),
          name: title
        )
      )
      return
    }
    let paths = fetchPaths(forObjectOf: destination, in: root.scoped(to: destination))
    let specification = FetchSpecification(
      entityName: destination.name,
      auxiliaryQualifier: qualifier,
      paths: paths
    )
    loading { [self] in
      do throws(StoreError) {
        let window = try await store.window(
          specification,
          from: .start,
          count: 1,
          timeLimit: root.scoped(to: destination).fetchTimeLimit
        )
        if let record = window.records.first {
          // As from a list of such objects: what follows the page one is on is of no concern.
          open(record, after: root.scoped(toTask: "list"))
        } else {
          context.say("\(title): the object is not there (any more)", .warning)
        }
      } catch {
        readFaults.note(error, "\(title) is not read")
      }
    }
  }

  /// Goes to an object by the task that follows the one of `scope`, by default that of the page.
  ///
  /// A row of a parent's list is opened as the object that it is.
  func open(_ record: Record, after scope: EnvironmentValues? = nil) {
    guard let id = record.id, !record.entity.subentityNames.isEmpty else {
      return show(record, after: scope)
    }
    let page = navigator.current
    loading { [self] in
      let what = "\(id.text) is not opened"
      let own = await readFaults.value(orSay: what) { () async throws(StoreError) in
        try await ownRecord(id, of: record.entity)
      }
      guard let own, navigator.current === page else { return }
      show(own ?? record, after: scope)
    }
  }

  /// The row as the entity furthest down that it belongs to; `nil` when that is the one it was found as.
  private func ownRecord(_ id: RecordID, of entity: Entity) async throws(StoreError) -> Record? {
    for name in entity.subentityNames.reversed() {
      guard let kind = model.entity(named: name), kind.definition.table == entity.definition.table,
        visibilityRefusal(of: kind) == nil
      else { continue }
      let paths = fetchPaths(forObjectOf: kind, in: root.scoped(to: kind))
      let record = try await store.record(
        id.named(name),
        paths: paths,
        maximumByteCount: EntityStore.pageByteCount
      )
      if let record { return record }
    }
    return nil
  }

  private func show(_ record: Record, after scope: EnvironmentValues?) {
    let scope = scope ?? navigator.current.scope(in: root)
    let task = scope.scoped(to: record).nextTaskName
    let object = editing.object(for: record)
    if task == .edit {
      edit(object)
    } else {
      navigator.push(PageState(task: task, subject: .object(object)))
    }
  }

  /// Goes to the objects of an entity by the task that follows the current one.
  func open(_ entity: Entity) {
    let task = navigator.current.scope(in: root).scoped(to: entity).nextTaskName
    navigator.push(PageState(task: task, subject: .entity(entity)))
  }

  /// Goes to the page on which `object` is edited.
  func edit(_ object: ManagedObject) {
    navigator.push(PageState(task: "edit", subject: .object(object)))
  }

  /// Goes to the page on which `object` is edited, to the field of a property if it has one, on whatever tab.
  func edit(_ object: ManagedObject, at key: String?, _ context: CommandContext) {
    edit(object)
    guard let key = key.map({ PropertyPath($0).first }), !key.isEmpty else { return }
    let page = navigator.current
    let tabs = page.scope(in: root)[ComponentKeys.shared.tabs]
    for tab in tabs.isEmpty ? [nil] : tabs.map(Optional.some) {
      page.tab = tab
      // The field must be there before it can have the focus.
      _ = context.host.render(context.host.size)
      if context.host.focus(on: key) { return }
    }
    page.tab = nil
  }

  /// Goes back by one page; asks first when what is being entered would be left behind.
  func goBack(_ context: CommandContext) {
    let page = navigator.current
    if let form = page.form, form.object.hasInput || form.hasUnreadableDrafts {
      return LeavingQuestion(session: self).beforeLeaving(form, context)
    }
    if let form = page.form {
      if form.object.state == .inserted { editing.withdraw(form.object) }
      close(form)
    }
    navigator.pop()
    if let list = navigator.current.list { loading { await list.reloadIfOutdated() } }
    if page.task == "select", let relationship = page.source?.relationship {
      // The field must be there before it can have the focus again.
      _ = context.host.render(context.host.size)
      context.host.focus(on: relationship.name)
    }
  }

  /// Ends the program; asks first when changes are pending.
  func quit(_ context: CommandContext) {
    guard !PendingWork(session: self).entered.isEmpty else { return onQuit() }
    LeavingQuestion(session: self).beforeQuitting(context)
  }

  // MARK: Saving and deleting

  /// Asks, then deletes an object and goes back to where it was listed.
  func confirmDeletion(of object: ManagedObject, _ context: CommandContext) {
    let label =
      root.scoped(to: object.snapshot)[ObjectKeys.shared.objectLabel] ?? object.entity.name
    let asked = object.base
    loading { [self] in
      if let gone = await GoneObject.found(object, in: self) { return gone.leave() }
      let effects = await DeletionEffects(of: object, in: self)
      context.present {
        DeletionQuestion(object: object, label: label, session: self, effects: effects) { [self] in
          delete(object, asRead: asked, label: label, context)
        }
      }
    }
  }

  private func delete(
    _ object: ManagedObject,
    asRead record: Record,
    label: String,
    _ context: CommandContext
  ) {
    editing.delete(object, asRead: record)
    loading { [self] in
      do throws(SaveError) {
        try await save([object])
        if navigator.current.object === object { navigator.pop() }
        // Where that is not known it has been said.
        if let survivors = await survivorCount(of: [object]) {
          let sentence = Session.survivorSentence(count: survivors)
          context.say(sentence ?? "deleted \(label)", sentence == nil ? .success : .warning)
        }
        refreshVisibleList()
      } catch {
        editing.keep(object)
        if let gone = await GoneObject.found(by: error, in: self) { return gone.leave() }
        if case .store(.changedByOther) = error {
          await refresh(object)
          refreshVisibleList()
          return context.say(
            "not deleted: \(label) was changed elsewhere since it was read; look at it and delete it again",
            .error
          )
        }
        context.say("not deleted: \(sentence(for: error))", .error)
      }
    }
  }

  /// Reads the list on screen again: something was saved.
  func refreshVisibleList() {
    guard let list = navigator.current.list else { return }
    loading { await list.reload() }
  }
}
