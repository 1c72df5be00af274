import Editing
import SceneSupport

@testable import Pages
import Workspace

/// Forms that are opened from forms.
extension RandomSession {
  /// The expected state when a form was opened, to return to if the form is discarded.
  private typealias Outer = (steps: [Step], redone: [Step], known: [Known])

  /// Opens the form of a new book from an author, or of an author from there too, does this and that in them, and takes all of
  /// it over or gives it up.
  func nest(_ a: Int, _ b: Int, _ c: Int) async throws {
    guard let author = try await pick("Author", a) else { return }
    // Made from no form, its own is not one that was opened from another.
    let isOuter = b % 2 == 0 && !known[author].isNew
    if isOuter { page.push(.edit, about: known[author].object) }
    try await scene.settle()
    let (book, outer) = try await open("books", of: author, as: "Book")
    if c % 3 == 0 {
      let (chapter, inner) = try await open("chapters", of: book, as: "Chapter")
      try setLabel(of: chapter)
      try await close(inner, of: chapter, isGivenUp: c % 2 == 0)
      try check(session.navigator.current.object === known[book].object, "the form is not left")
    }
    if c % 5 == 0 { try setLabel(of: author) }
    try setLabel(of: book)
    if c % 7 == 0 {
      editing.undo()
      undoStep()
      editing.redo()
      redoStep()
    }
    let isGivenUp = b % 3 == 0
    if isOuter {
      try await close(outer, of: book, isGivenUp: isGivenUp)
      note(isGivenUp ? "given up" : "taken over")
    } else {
      try await leave(isGivenUp: isGivenUp)
      let chapters = known.indices.filter { known[$0].isNew && known[$0].state.isThere }.filter {
        known[$0].table == "Chapter" && known[$0].state.values["bookId"] == .new(book)
      }
      steps = outer.steps + steps
      for index in isGivenUp ? chapters + [book] : [] { step([(index, without(index))]) }
    }
    try await goHome()
  }

  /// Opens the form of a new object of a relationship.
  private func open(_ name: String, of owner: Int, as table: String) async throws -> (Int, Outer) {
    let outer = (steps, redone, known)
    try work(name, of: owner).make()
    try await scene.settle()
    guard let object = session.navigator.current.object, object.state == .inserted else {
      throw fail("there is no form")
    }
    let key = table == "Book" ? "authorId" : "bookId"
    known.append(Known(object: object, table: table, isNew: true, state: State(isThere: false)))
    let index = known.count - 1
    if !known[owner].isNew { known[index].initial = [key: reference(to: owner)] }
    (steps, redone) = ([], [])
    // What it is begun with is no step of its own.
    step([(index, State(values: known[owner].isNew ? [key: reference(to: owner)] : [:]))])
    return (index, outer)
  }

  private func leave(isGivenUp: Bool) async throws {
    try await scene.send("esc")
    try await scene.send(isGivenUp ? "down down enter" : "end enter")
  }

  /// Leaves a form that was opened from a form: what was done in it is one step, or has never been.
  private func close(_ outer: Outer, of index: Int, isGivenUp: Bool) async throws {
    try await leave(isGivenUp: isGivenUp)
    let own = steps
    (steps, redone) = (outer.steps, outer.redone)
    if isGivenUp {
      for index in outer.known.indices { known[index] = outer.known[index] }
      for index in outer.known.count..<known.count { known[index].state = State(isThere: false) }
      return
    }
    var parts: [Part] = []
    for part in own.flatMap(\.parts) where !parts.contains(where: { $0.index == part.index }) {
      parts.append(part)
    }
    if !parts.isEmpty { (steps, redone) = (outer.steps + [Step(parts: parts)], []) }
  }
}
