import CommandLineTool
import Editing
import EntityModel
import EntityStore
import Glibc
import Pages
import Qualifiers
import SQLite
import Terminal
import Workspace

extension Benchmark {
  static let pending = Self(
    "pending",
    "keys in a list and a form, from event to frame, with 0 and 10 000 unsaved changes"
  ) { context in
    let path = "\(context.folder)/pending.sqlite"
    try makeFolder(context.folder)
    unlink(path)
    defer { unlink(path) }
    try Connection(path: path, mode: .create).execute(PendingKeys.script)
    return try await PendingKeys(path: path).figures()
  }
}

/// Keys that are typed while others' changes wait.
@MainActor
private struct PendingKeys {
  let path: String

  nonisolated static let script = """
    CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT NOT NULL, code TEXT);
    CREATE TABLE part(id INTEGER PRIMARY KEY, name TEXT NOT NULL, item_id INTEGER REFERENCES item);
    WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      INSERT INTO item SELECT i, 'item ' || i, 'C' || i FROM n;
    INSERT INTO part SELECT id, 'part ' || id, id FROM item;
    """

  /// What waits to be saved.
  private enum Work: String, CaseIterable {
    case nothing = "nothing"
    case deletions = "10 000 marked deletions"
    case changes = "10 000 changed objects"
    case newObjects = "10 000 new objects"
  }

  private static let count = 10_000

  func figures() async throws -> [Figure] {
    let pages: [(name: String, arguments: [String], keys: [Character])] = [
      ("a row down in a list", ["--entity", "Item"], ["j", "k"]),
      (
        "a letter in a form", ["--task", "edit", "--entity", "Item", "--id", "1"], ["x", "y"]
      ),
    ]
    var figures: [Figure] = []
    for (name, arguments, keys) in pages {
      var reference: Figure?
      for work in Work.allCases {
        let durations = try await typing(keys, on: arguments + [path], with: work)
        let figure = Figure("\(name), \(work.rawValue)", durations)
        figures.append(figure)
        guard let nothing = reference else {
          reference = figure
          continue
        }
        figures.append(
          figure.ratio(to: nothing, "\(name), \(work.rawValue) : nothing", budget: 1.3)
        )
      }
    }
    return figures
  }

  private func typing(
    _ keys: [Character],
    on arguments: [String],
    with work: Work
  ) async throws -> [Duration] {
    let session = try await Program(try Invocation(arguments: arguments)).session()
    let terminal = HeadlessTerminal(size: Size(width: 100, height: 24))
    let controller = ScreenController(session: session, driver: terminal)
    try await prepare(work, in: session)
    await settle(controller)
    var number = 0
    let durations = measure(100, warmUp: 10) {
      controller.handle(.key(.character(keys[number % keys.count])))
      controller.draw()
      number += 1
    }
    await session.close()
    return durations
  }

  private func settle(_ controller: ScreenController) async {
    repeat {
      controller.draw()
      await Task.yield()
      try? await Task.sleep(for: .milliseconds(5))
    } while !controller.isSettled
  }

  /// Lets so many rows behind those on the screen wait for a save.
  private func prepare(_ work: Work, in session: Session) async throws {
    guard let entity = session.work.model.entity(named: "Item") else {
      throw UsageError("there is no entity Item")
    }
    let editing = session.work.editing
    if work == .newObjects {
      for number in 0..<Self.count {
        editing.insert(entity).set(.string("new \(number)"), forAttribute: "name")
      }
    }
    guard work == .deletions || work == .changes else { return }
    let fetch = FetchSpecification(
      entityName: "Item",
      auxiliaryQualifier: Qualifier.parse("id > 10000").0
    )
    let window = try await session.work.store.window(fetch, from: .start, count: Self.count)
    for record in window.records {
      let object = editing.object(for: record)
      if work == .deletions {
        editing.delete(object, asRead: record)
      } else {
        object.set(.string("other"), forAttribute: "name")
      }
    }
  }
}
