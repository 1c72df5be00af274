import AccessControl
import Editing
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// Changes the objects of a to-many relationship: every change is a pending step, judged by rights before it is made.
struct RelationshipEditing {
  let page: PageContext
  let link: RelatedLink
  /// The rows on the page, whose cursor goes to what was linked.
  var rows: RelatedObjects?

  var work: WorkContext { page.work }
  var editing: EditingContext { page.work.editing }
  var owner: ManagedObject { link.owner }
  var key: String { link.relationship.name }

  // MARK: What things are called

  /// The display name of the relationship.
  var title: String {
    work.root.scoped(toTask: .edit).scoped(to: owner.snapshot).displayName(of: key)
  }

  var place: String { "\(title) of \(UnsavedChanges(work: work).label(of: owner))" }

  private func name(_ entity: Entity) -> String {
    work.root.scoped(to: entity)[ModelKeys.shared.displayNameForEntity]
  }

  func label(_ object: ManagedObject) -> String {
    UnsavedChanges(work: work).label(of: object)
  }

  /// Returns the labels of one or two objects, or the number of more objects, for a sentence.
  private func labels(_ objects: [ManagedObject]) -> String {
    objects.count > 2
      ? "\(objects.count) objects" : objects.map(label).joined(separator: " and ")
  }

  /// Going to the page on which the relationship is edited alone; none where one is there already.
  var wholePage: Command? {
    guard page.task != .editRelationship else { return nil }
    return Command(.editRelationship) { _ in
      page.push(
        PageState(
          task: .editRelationship,
          subject: .object(owner),
          source: (owner, link.relationship),
          name: title
        )
      )
    }
  }

  // MARK: What rights say

  /// Why nothing can be linked or unlinked at all.
  var fixedRefusal: String? {
    guard case .fixed = link.way else { return nil }
    return "\(title) is derived from other relationships; change those"
  }

  /// Why no existing object can be added.
  var addingRefusal: String? {
    if let reason = fixedRefusal ?? work.visibilityRefusal(of: link.destination) {
      return reason
    }
    if case .through(let join, _, _, _) = link.way {
      return creationRefusal(of: join) ?? JoinTableRow(link, in: work)?.refusal
    }
    return nil
  }

  /// Why no object can be made here.
  var makingRefusal: String? { addingRefusal ?? creationRefusal(of: link.destination) }

  private func creationRefusal(of entity: Entity) -> String? {
    let scope = work.root.scoped(toTask: .create).scoped(to: entity)
    return Permissions(work: work, scope: scope).creationRefusal
  }

  /// Why a property of an object cannot be changed: its own key, or its place.
  func refusal(ofChanging key: String, in object: ManagedObject) -> String? {
    let task = object.state == .inserted ? TaskName.create : .edit
    let permissions = work.permissions(for: object, task: task)
    let property = permissions.scope.scoped(toProperty: key)
    return permissions.objectRefusal
      ?? Permissions(work: work, scope: property).propertyRefusal
  }

  /// Why a stored object cannot be referred to.
  private func obstacle(_ reference: Relationship, _ object: ManagedObject) -> String? {
    object.state == .inserted ? nil : work.obstacle(reference, to: object.base)
  }

  /// The reason that the object of a row is not edited; `nil` if it may be.
  func editRefusal(of object: ManagedObject) -> String? {
    object.state == .inserted
      ? nil : work.permissions(for: object, task: .edit).editRefusal
  }

  /// The reason that linked objects are not deleted among the rows of their owner; `nil` for a direct relationship.
  var linkedRefusal: String? {
    if case .direct = link.way { return nil }
    return "this would delete the \(name(link.destination)) itself, not its link to "
      + "\(label(owner)); open it to delete it"
  }

  // MARK: Linking

  /// Opens the page on which existing objects are chosen.
  func pick() {
    let state = PageState(
      task: .select,
      subject: .entity(link.destination),
      auxiliaryQualifier: link.offered(in: work),
      source: (owner, link.relationship),
      name: title
    )
    state.onSelectAll = { add($0) }
    state.onSelectNew = { object in work.loads.act { await add([object]) } }
    page.push(state)
  }

  /// Links stored objects.
  func add(_ ids: [RecordID]) {
    work.loads.act {
      let scope = work.root.scoped(to: link.destination)
      let read = await work.readFaults.value(orSay: "nothing is added to \(title)") {
        () async throws(StoreError) in
        try await work.store.records(
          ids,
          paths: work.fetchPaths(forObjectOf: link.destination, in: scope),
          maximumByteCount: EntityStore.pageByteCount
        )
      }
      guard let read else { return }
      let objects = ids.compactMap { read[$0] }.map { editing.object(for: $0) }
      guard !objects.isEmpty else {
        return page.say("nothing is added to \(title): the object does not exist", .warning)
      }
      await add(objects)
    }
  }

  /// Links objects, stored or new.
  private func add(_ objects: [ManagedObject]) async {
    let old = objects.filter { $0.state != .inserted }
    guard let stored = await storedJoins(to: old.map(\.base)), let next = await nextPlace() else {
      return
    }
    var refusals: [String] = []
    var linked: [ManagedObject] = []
    let word = UnsavedChanges(work: work)
    editing.group("\(labels(objects)) in \(place)", of: owner, at: key) {
      for object in objects {
        if let reason = connect(object, besides: stored, at: next?.advanced(by: linked.count)) {
          refusals.append("\(word.label(of: object)): \(reason)")
        } else {
          linked.append(object)
        }
      }
    }
    if let first = refusals.first { return page.say("not added: \(first)", .warning) }
    if let first = linked.first { rows?.show(first) }
    guard !opensIncompleteJoinRow(between: linked) else { return }
    let taken = ReassignedObjects(of: linked, in: work).sentence.map { ", \($0)" } ?? ""
    page.say("added \(labels(linked)) to \(title)\(taken)")
  }

  /// Goes to the form of the first new object between that cannot be saved as it is.
  /// - Returns: Whether there is one.
  private func opensIncompleteJoinRow(between linked: [ManagedObject]) -> Bool {
    let judge = RuleProblems(root: work.root)
    let added = link.changes().added
    for object in linked {
      guard let join = added.first(where: { $0.object === object })?.join,
        let problem = judge.allProblems(of: join).first
      else { continue }
      show(join, editing: true)
      let scope = work.root.scoped(toTask: .create).scoped(to: join.snapshot)
      page.say("\(scope.displayName(of: problem.key)): \(problem.message)", .warning)
      return true
    }
    return false
  }

  /// Links one object.
  /// - Returns: Why that is refused.
  private func connect(
    _ object: ManagedObject,
    besides stored: [ManagedObject],
    at place: Int64?
  ) -> String? {
    switch link.way {
    case .fixed: return fixedRefusal
    case .direct(let back):
      guard !object.refers(by: back, to: owner) || object.state == .deleted else { return nil }
      if let reason = refusal(ofChanging: back.name, in: object) { return reason }
      if object.state == .deleted { object.markKept() }
      if object.refers(by: back, to: owner, asRead: true), object.state == .stored {
        object.takeBack(back)
      } else {
        if let obstacle = obstacle(back, owner) { return obstacle }
        object.setToOne(back, toNew: owner)
      }
    case .through(let join, _, let back, let far):
      if link.changes().adds(object) { return nil }
      let own = stored.filter { join in
        far.definition.joins.allSatisfy {
          join.base.value(forKey: $0.source)?.description
            == object.base.keyValue(forKey: $0.destination)?.description
        }
      }
      if !own.isEmpty {
        for join in own where join.state == .deleted { join.markKept() }
        return nil
      }
      if let reason = creationRefusal(of: join) ?? obstacle(back, owner) ?? obstacle(far, object) {
        return reason
      }
      let made = NewObjects.make(join, beginningWith: beginning(at: place), in: work)
      made.setToOne(back, toNew: owner)
      made.setToOne(far, toNew: object)
    }
    return nil
  }

  /// The stored objects between the owner and some others; none where they refer to the owner themselves, `nil` where it is not
  /// known.
  func storedJoins(to targets: [Record]) async -> [ManagedObject]? {
    guard !targets.isEmpty, let specification = link.joins(to: targets, in: work) else {
      return []
    }
    let found = await work.readFaults.value(orSay: "\(title) is unchanged") {
      () async throws(StoreError) in
      try await work.store.window(specification, from: .start, count: RelatedLink.mostJoins)
        .records
    }
    return found?.map { work.editing.object(for: $0) }
  }

  // MARK: Unlinking

  /// Takes an object out of the relationship, or takes that back.
  func toggle(_ object: ManagedObject, isLinked: Bool) {
    if isLinked { return remove(object) }
    if object.state != .inserted { return add([object.id].compactMap(\.self)) }
    work.loads.act {
      guard let next = await nextPlace() else { return }
      editing.group("\(label(object)) in \(place)", of: owner, at: key) {
        if let reason = connect(object, besides: [], at: next) {
          page.say("not added: \(reason)", .warning)
        }
      }
      _ = opensIncompleteJoinRow(between: [object])
    }
  }

  // MARK: Making and opening

  /// Goes to the page of a new object, linked already.
  func make() {
    let destination = link.destination
    switch link.way {
    case .fixed: return
    case .direct:
      page.push(NewObjects.page(of: destination, from: (owner, link.relationship), in: work))
    case .through(let join, let near, let back, let far):
      page.read(nextPlace) { next in
        var made: ManagedObject?
        editing.group("new \(name(destination)) in \(place)", of: owner, at: key) {
          let object = NewObjects.make(destination, in: work)
          let between = NewObjects.make(
            join,
            from: (owner, near),
            beginningWith: beginning(at: next),
            in: work
          )
          if owner.state == .inserted { between.begin(referringBy: back, to: owner, as: .begun) }
          between.begin(referringBy: far, to: object, as: .along)
          made = object
        }
        if let made { page.push(.create, about: made) }
      }
    }
  }

  /// Goes to what can be edited of a row: the object, or the one between where that has properties of its own.
  func open(_ row: RelatedObjects.Row, of rows: RelatedObjects) {
    let object = rows.object(of: row)
    guard hasJoinProperties else { return show(object, editing: link.isDirect) }
    if case .added(_, let join?) = row { return show(join, editing: true) }
    openJoin(to: object)
  }

  /// Goes to the object between the owner and another one.
  func openJoin(to object: ManagedObject) {
    if let new = link.changes().added.first(where: { $0.object === object })?.join {
      return show(new, editing: true)
    }
    page.read({ await storedJoins(to: [object.base])?.first }, then: { show($0, editing: true) })
  }

  /// Whether the objects between have something to be entered beside what they link.
  var hasJoinProperties: Bool { JoinTableRow(link, in: work)?.hasOwnProperties == true }

  /// Goes to the form of the object of a row.
  func edit(_ object: ManagedObject) { show(object, editing: true) }

  private func show(_ object: ManagedObject, editing: Bool) {
    guard object.state != .deleted else {
      return page.say("\(label(object)): deleted with the next save")
    }
    let isNew = object.state == .inserted
    page.push(isNew ? .create : editing ? .edit : .inspect, about: object)
  }
}

extension RelatedLink {
  /// Whether the objects refer to the owner themselves.
  var isDirect: Bool { if case .direct = way { true } else { false } }
}
