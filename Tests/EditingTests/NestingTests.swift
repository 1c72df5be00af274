import EntityModel
import EntityStore
import Glibc
import Qualifiers
import TestSupport
import Testing

@testable import Editing

/// A form that was opened from a form: given up it leaves nothing, taken over it is one step.
@MainActor
struct NestingTests {
  private let folder = TemporaryFolder()

  /// All that can be told of a context, to be compared byte by byte.
  private func everything(in context: EditingContext) -> String {
    """
    pending: \(context.pendingObjects.map(text).joined(separator: "\n"))
    undo: \(context.steps.undo.map(text).joined(separator: "\n"))
    redo: \(context.steps.redo.map(text).joined(separator: "\n"))
    begun: \(context.steps.begun.map { "\($0.object.token) \($0.redo.map(text))" })
    """
  }

  private func text(of object: ManagedObject) -> String {
    "\(object.token) \(object.state) \(text(of: object.pendingState(drafts: [:]) { _ in true }))"
  }

  private func text(of state: PendingState?) -> String {
    (state?.contents ?? [:]).map { "\($0.part.rawValue) \($0.name)=\(String(reflecting: $1))" }
      .sorted().joined(separator: ",")
  }

  private func text(of step: EditingContext.Step) -> String {
    switch step {
    case .change(let object, let memento, let field):
      "change \(object.token) \(text(of: memento)) \(field ?? "")"
    case .insertion(let object): "insertion \(object.token)"
    case .removal(let object): "removal \(object.token)"
    case .group(let steps, let place):
      "group \(place.name) \(place.object.token) \(place.key) \(steps.map(text))"
    case .shown(let change): "shown \(change.name)"
    }
  }

  private func text(of memento: ManagedObject.Memento) -> String {
    func sorted<Key>(_ values: [Key: Value]) -> [String] {
      values.map { "\($0)=\(String(reflecting: $1))" }.sorted()
    }
    let references = memento.references.map { "\($0)→\($1.destination.token) \($1.origin)" }
      .sorted()
    return "\(memento.state) \(sorted(memento.overlay)) \(references) \(sorted(memento.originals)) "
      + "\(sorted(memento.chosenKeys))"
  }

  private func journal() -> [Int: PendingState] {
    guard let file = fopen(folder.path + "/journal", "r") else { return [:] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte >= 0 { bytes.append(UInt8(byte)) }
    return JournalContents(bytes).states
  }

  private func journalText() -> String {
    journal().sorted { $0.key < $1.key }.map { "\($0) \(text(of: $1))" }.joined(separator: "\n")
  }

  /// Opens a form of a known object, or of one that is made for it.
  private func open(_ person: RandomPerson, _ random: inout SeededGenerator) throws
    -> NestedFormState
  {
    let context = person.context
    let known = person.objects.filter { context.isPending($0) || $0.state == .stored }
    guard random.chance(50), let object = known.randomElement(using: &random) else {
      let entity = try #require(context.store.model.entity(named: "Album"))
      guard random.chance(30) else {
        person.objects.append(context.insert(entity, values: ["title": .string("new")]))
        return context.nest(for: person.objects[person.objects.count - 1])
      }
      // Another one is made along, as between two objects.
      var made = person.objects[0]
      context.group("new", of: made, at: "") {
        made = context.insert(entity)
        person.objects += [made, context.insert(entity)]
      }
      return context.nest(for: made)
    }
    return context.nest(for: object)
  }

  /// Does this and that in a form, in forms opened from it too, each taken over or given up.
  private func work(
    _ person: RandomPerson,
    _ random: inout SeededGenerator,
    depth: Int,
    noting: () throws -> Void
  ) throws {
    for _ in 0..<random.below(12) {
      if depth < 3, random.chance(15) {
        let inner = try open(person, &random)
        try work(person, &random, depth: depth + 1, noting: noting)
        if random.chance(50) {
          person.context.cancel(inner)
        } else {
          person.context.accept(inner, as: "inner", of: person.objects[0], at: "")
        }
      } else if random.chance(15) {
        let typed = "typed \(random.below(3))"
        person.objects[random.below(3)].set(.string(typed), forAttribute: "name", isTyping: true)
      } else {
        try person.step()
      }
      if random.chance(40) { try noting() }
    }
  }

  @Test(arguments: 1...60)
  func `Given up it leaves pending changes, steps and journal byte for byte as they were`(
    seed: UInt64
  ) async throws {
    let person = try await RandomPerson(seed: seed)
    var random = SeededGenerator(seed: seed * 77)
    let header = JournalHeader(path: "/x", userName: "ann", time: 1)
    let writer = JournalWriter(path: folder.path + "/journal", header)
    let note = { try writer.write(person.changes) }
    for round in 0..<4 {
      try work(person, &random, depth: 1, noting: note)
      // An object that was begun and nothing else would belong to its form.
      person.objects[2].set(.string("round \(round)"), forAttribute: "name")
      for _ in 0..<random.below(3) { person.context.undo() }
      try note()
      let before = (everything(in: person.context), journalText())
      let form = try open(person, &random)
      try work(person, &random, depth: 1, noting: note)
      person.context.cancel(form)
      try note()
      #expect(everything(in: person.context) == before.0)
      #expect(journalText() == before.1)
      #expect(person.context.nested.isEmpty)
    }
  }

  @Test(arguments: 1...40)
  func `Taken over it is one step that is taken back and done again as a whole`(seed: UInt64)
    async throws
  {
    let person = try await RandomPerson(seed: seed)
    var random = SeededGenerator(seed: seed * 13)
    let context = person.context
    let pending = { context.pendingObjects.map(text).sorted() }
    try work(person, &random, depth: 1) {}
    person.objects[2].set(.string("before"), forAttribute: "name")
    let (before, count) = (pending(), context.steps.undo.count)
    let form = try open(person, &random)
    try work(person, &random, depth: 1) {}
    person.objects[1].set(.string("the last"), forAttribute: "name")
    let after = pending()
    context.accept(form, as: "all of it", of: person.objects[0], at: "name")
    #expect(pending() == after)
    #expect(context.steps.undo.count == count + 1)
    let outcome = context.undo()
    #expect(outcome?.name == "all of it" && outcome?.parts.isEmpty == false)
    #expect(outcome?.parts.allSatisfy { $0.parts.isEmpty } == true)
    #expect(pending() == before)
    context.redo()
    #expect(pending() == after)
  }

  @Test func `In a form steps are taken back as far as they were done in it`() async throws {
    let person = try await RandomPerson(seed: 1)
    let (context, artist) = (person.context, person.objects[0])
    artist.set(.string("one"), forAttribute: "name")
    artist.set(.string("two"), forAttribute: "name")
    context.undo()
    let form = context.nest(for: person.objects[1])
    #expect(!context.canUndo && !context.canRedo && context.redoCount == 1)
    #expect(context.hasOuterSteps)
    person.objects[1].set(.string("inner"), forAttribute: "name")
    context.undo()
    #expect(context.undo() == nil)
    context.accept(form, as: "nothing", of: artist, at: "")
    #expect(context.canUndo && context.redoCount == 1)
    // What was taken back in the form is done again as a whole.
    #expect(context.redo()?.name == "nothing")
    #expect(person.objects[1].changedKeys == ["name"])
  }

  @Test func `What was saved meanwhile is not brought back by giving the rest up`() async throws {
    let person = try await RandomPerson(seed: 1)
    let (context, artist, other) = (person.context, person.objects[0], person.objects[1])
    artist.set(.string("outer"), forAttribute: "name")
    let form = context.nest(for: other)
    other.set(.string("saved"), forAttribute: "name")
    try await context.save()
    #expect(!context.hasChanges && !context.hasOuterSteps)
    other.set(.string("given up"), forAttribute: "name")
    context.cancel(form)
    #expect(!context.hasChanges && !context.canUndo)
    #expect(other.value(at: PropertyPath("name")) == .string("saved"))
    let id = try #require(artist.id)
    #expect(try await context.store.record(id)?.value(forKey: "name") == .string("outer"))
  }

  @Test func `A form in the middle may end before those that were opened from it`() async throws {
    let person = try await RandomPerson(seed: 1)
    let (context, objects) = (person.context, person.objects)
    let outer = context.nest(for: objects[0])
    objects[0].set(.string("outer"), forAttribute: "name")
    let inner = context.nest(for: objects[1])
    objects[1].set(.string("inner"), forAttribute: "name")
    context.accept(outer, as: "outer", of: objects[0], at: "")
    #expect(context.objects(of: inner).map(\.token) == [objects[1].token])
    context.cancel(inner)
    #expect(context.pendingObjects.map(\.token) == [objects[0].token])
    #expect(context.undo()?.name == "outer" && !context.hasChanges)
  }

  @Test func `A change of what is shown is a step among the others, and no change of data`()
    async throws
  {
    let person = try await RandomPerson(seed: 1)
    let (context, artist, place) = (person.context, person.objects[0], Screen())
    artist.set(.string("one"), forAttribute: "name")
    context.undo()
    var turns = 0
    context.remember(ViewChange("sort", at: place, saveCount: 0) { turns += 1 })
    #expect(!context.hasChanges && context.nextShownChange { _ in true }?.name == "sort")
    #expect(context.redoCount == 1, "what was taken back can still be done again")
    #expect(context.redo()?.keys == ["name"])
    let outcome = context.undo()
    #expect(outcome?.keys == ["name"] && context.undo()?.shown?.place === place && turns == 1)
    context.redo()
    #expect(turns == 2 && context.nextShownChange { _ in true } != nil)
    context.remember(ViewChange("filter", at: place, saveCount: 0) { turns += 10 })
    #expect(context.redoCount == 1)
    context.undo()
    context.remember(ViewChange("sort otherwise", at: place, saveCount: 0) {})
    #expect(context.redoCount == 1 && turns == 12, "the filter cannot be done again over it")
    context.forget(shown: { $0.place === place })
    #expect(!context.canUndo && context.redoCount == 1)
  }
}

/// Something that is shown.
private final class Screen {}
