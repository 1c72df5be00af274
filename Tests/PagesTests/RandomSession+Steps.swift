import SceneSupport
import Editing
import EntityModel
import EntityStore
import Qualifiers

@testable import Pages
import Workspace

extension RandomSession {
  /// Does a step, and looks whether all is as it ought to be.
  func perform(_ step: SessionStep) async throws {
    log.append("\(step)")
    let (a, b, c) = (step.numbers[0], step.numbers[1], step.numbers[2])
    switch step.kind {
    case .edit: try await edit(a, b, c)
    case .relate: try await relate(a, b)
    case .relateNew: try await relateNew(a, b)
    case .add: try await add(a, b)
    case .remove: try await remove(a, b)
    case .tick: try await tick(a, b)
    case .delete: try await delete(a, b)
    case .insert: try insert(a)
    case .undo: try await undo(a)
    case .redo: try await redo()
    case .save: try await save(a, b)
    case .foreign: try foreign(a, b)
    case .notice: try await notice()
    case .begin: try await begin(a)
    case .nest: try await nest(a, b, c)
    case .restart: try await restart()
    }
    if step.kind != .restart { try await scene.settle() }
    try look()
  }

  private static let edited = [
    ("Author", "name"), ("Author", "born"), ("Book", "title"), ("Book", "stock"), ("Book", "stock"),
    ("Chapter", "text"), ("Tag", "name"),
  ]

  /// Types a value, as a field does.
  private func edit(_ a: Int, _ b: Int, _ c: Int) async throws {
    let (table, name) = Self.edited[a % Self.edited.count]
    guard let index = try await pick(table, b) else { return }
    let isNumber = ["born", "stock"].contains(name)
    let cell: Cell =
      isNumber ? (c % 7 == 0 ? .null : .int(Int64(c % 6))) : (c % 23 == 0 ? .null : .text(text()))
    var state = known[index].state
    state.values[name] = cell
    known[index].object.set(Self.value(cell), forAttribute: name, isTyping: c % 2 == 0)
    self.step([(index, state)], typing: c % 2 == 0 ? (index, name) : nil)
  }

  /// Lets a book refer to an author, or to nobody.
  private func relate(_ a: Int, _ b: Int) async throws {
    guard let book = try await pick("Book", a) else { return }
    let relationship = try relationship("author", of: book)
    var state = known[book].state
    if b % 5 == 0 {
      known[book].object.setToOne(relationship, to: nil)
      state.values["authorId"] = .null
    } else {
      guard let author = try await pick("Author", b) else { return }
      known[book].object.setToOne(relationship, toNew: known[author].object)
      state.values["authorId"] = reference(to: author)
    }
    self.step([(book, state)])
  }

  /// Makes an author and lets a book refer to it.
  private func relateNew(_ a: Int, _ b: Int) async throws {
    guard let book = try await pick("Book", a) else { return }
    let author = make("Author")
    try setLabel(of: author)
    let relationship = try relationship("author", of: book)
    known[book].object.setToOne(relationship, toNew: known[author].object)
    var state = known[book].state
    state.values["authorId"] = reference(to: author)
    self.step([(book, state)])
  }

  func reference(to index: Int) -> Cell {
    known[index].isNew ? .new(index) : Self.cell(known[index].object.base.value(forKey: "id"))
  }

  func relationship(_ name: String, of index: Int) throws -> Relationship {
    guard let found = known[index].object.entity.relationship(named: name) else {
      throw fail("no relationship \(name)")
    }
    return found
  }

  /// A new object, pending.
  private func make(_ table: String) -> Int {
    guard let entity = session.work.model.entity(named: table) else { return -1 }
    let object = NewObjects.make(entity, in: session.work)
    known.append(Known(object: object, table: table, isNew: true, state: State(isThere: false)))
    self.step([(known.count - 1, State())])
    return known.count - 1
  }

  func setLabel(of index: Int) throws {
    guard let label = SessionAccount.label(of: known[index].table) else { return }
    var state = known[index].state
    state.values[label] = .text(text())
    known[index].object.set(Self.value(state.values[label] ?? .null), forAttribute: label)
    self.step([(index, state)])
  }

  private func insert(_ a: Int) throws {
    try setLabel(of: make(["Author", "Book", "Tag"][a % 3]))
  }

  private func delete(_ a: Int, _ b: Int) async throws {
    let table = ["Book", "Book", "Author", "Chapter", "Tag"][a % 5]
    guard let index = try await pick(table, b) else { return }
    editing.delete(known[index].object)
    guard known[index].isNew else {
      var state = known[index].state
      state.isDeleted = true
      return self.step([(index, state)])
    }
    // With it those go that cannot be without it, each in a step of its own.
    let own = known.indices.filter { other in
      known[other].isNew && known[other].state.isThere
        && ["bookId", "tagId"].contains { known[other].state.values[$0] == .new(index) }
    }
    for other in own { self.step([(other, without(other))]) }
    self.step([(index, without(index))])
  }

  func without(_ index: Int) -> State {
    var state = known[index].state
    state.isThere = false
    return state
  }

  // MARK: To-many relationships

  func work(_ name: String, of index: Int) throws -> RelationshipEditing {
    let relationship = try relationship(name, of: index)
    guard let link = RelatedLink(relationship, of: known[index].object) else {
      throw fail("\(name) is no link")
    }
    return RelationshipEditing(page: page, link: link)
  }

  /// Adds a stored book to those of an author.
  private func add(_ a: Int, _ b: Int) async throws {
    guard let author = try await pick("Author", a),
      let book = try await pick("Book", b, isNew: false)
    else { return }
    // Its row is read anew.
    let object = known[book].object
    try work("books", of: author).add([object.base].compactMap(\.id))
    try await scene.settle()
    var state = known[book].state
    let own = reference(to: author)
    let isOwn = state.values["authorId"].map { $0 == own } ?? (base(book, "authorId") == own)
    if !isOwn {
      state.values["authorId"] = base(book, "authorId") == own ? nil : own
    }
    self.step([(book, state)])
  }

  private func remove(_ a: Int, _ b: Int) async throws {
    guard let author = try await pick("Author", a) else { return }
    let own = reference(to: author)
    var books: [Int] = []
    for place in 0..<keys(of: "Book").count {
      guard let book = try await pick("Book", place, isNew: false) else { continue }
      let now = known[book].state.values["authorId"] ?? base(book, "authorId")
      if now == own { books.append(book) }
    }
    guard !books.isEmpty else { return }
    let book = books[b % books.count]
    try work("books", of: author).remove(known[book].object)
    try await scene.settle()
    var state = known[book].state
    state.values["authorId"] = base(book, "authorId") == own ? .null : nil
    self.step([(book, state)])
  }

  /// Sets a tick, or takes it away.
  private func tick(_ a: Int, _ b: Int) async throws {
    guard let book = try await pick("Book", a), let tag = try await pick("Tag", b, isNew: false)
    else { return }
    let (own, other) = (reference(to: book), reference(to: tag))
    let added = known.indices.first { index in
      let (values, state) = (known[index].state.values, known[index].state)
      return known[index].table == "BookTag" && known[index].isNew && state.isThere
        && values["bookId"] == own && values["tagId"] == other
    }
    let stored = try await join(own, other)
    let editing = try work("tags", of: book)
    let isTicked = added != nil || stored.map { !known[$0].state.isDeleted } ?? false
    let before = Set(self.editing.pendingObjects.map { ObjectIdentifier($0) })
    if isTicked {
      editing.remove(known[tag].object)
    } else {
      editing.add([known[tag].object.base].compactMap(\.id))
    }
    try await scene.settle()
    if let added { return self.step([(added, without(added))]) }
    if let stored {
      var state = known[stored].state
      state.isDeleted.toggle()
      return self.step([(stored, state)])
    }
    let made = self.editing.pendingObjects.filter { !before.contains(ObjectIdentifier($0)) }
    try check(made.count == 1, "\(made.count) objects were made by a tick")
    known.append(
      Known(object: made[0], table: "BookTag", isNew: true, state: State(isThere: false))
    )
    self.step([(known.count - 1, State(values: ["bookId": own, "tagId": other]))])
  }

  private func join(_ book: Cell, _ tag: Cell) async throws -> Int? {
    guard case .int(let one) = book, case .int(let other) = tag else { return nil }
    let key = Key(table: "BookTag", values: [one, other])
    return world[key] == nil ? nil : try await index(of: key)
  }

  // MARK: Forms opened from forms

  /// Opens the form of a new book from an author and leaves it untouched: nothing has happened.
  private func begin(_ a: Int) async throws {
    guard let author = try await pick("Author", a) else { return }
    try work("books", of: author).make()
    try await scene.settle()
    try await scene.send("esc")
    try check(isHome, "an untouched form asks")
  }

  // MARK: Others

  /// Another program writes.
  private func foreign(_ a: Int, _ b: Int) throws {
    isVisited = true
    let id = { (table: String) in
      let keys = self.keys(of: table)
      return keys.isEmpty ? 0 : keys[b % keys.count].values[0]
    }
    let text = text()
    try scene.execute(
      "PRAGMA foreign_keys = ON;"
        + [
          "UPDATE book SET stock = \(10 + b) WHERE id = \(id("Book"))",
          "UPDATE book SET title = '\(text)' WHERE id = \(id("Book"))",
          "UPDATE book SET author_id = \(id("Author") == 0 ? "NULL" : "\(id("Author"))") WHERE id = \(id("Book"))",
          "UPDATE author SET born = \(10 + b) WHERE id = \(id("Author"))",
          "DELETE FROM book WHERE id = \(id("Book"))",
          "DELETE FROM author WHERE id = \(id("Author"))",
          "INSERT INTO book(title) VALUES('\(text)')",
          "INSERT OR IGNORE INTO book_tag VALUES(\(id("Book")), \(id("Tag") == 0 ? 1 : id("Tag")))",
          "DELETE FROM chapter WHERE id = \(id("Chapter"))",
        ][id("Book") == 0 || id("Tag") == 0 ? 6 : a % 9]
    )
    world = try file()
  }

  /// The program looks at the file again, as it does from time to time.
  private func notice() async throws {
    await session.work.adoptOtherChanges()
  }
}
