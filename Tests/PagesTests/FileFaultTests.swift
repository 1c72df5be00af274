import SceneSupport
import StandardKeys
import TestSupport
import RuleEnvironment
import SQLite
import Testing

@testable import Pages
import Workspace

/// Whatever happens to the file, every page says what it was and what to do; an error is never no rows.
@MainActor
struct FileFaultTests {
  static let script = """
    CREATE TABLE studio(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE movie(id INTEGER PRIMARY KEY, title TEXT NOT NULL, length INT,
      studio_id INT REFERENCES studio);
    INSERT INTO studio VALUES (1, 'Fox'), (2, 'Nu');
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
    INSERT INTO movie SELECT i, 'Movie ' || i, 90 + i, 1 + i % 2 FROM n;
    INSERT INTO studio SELECT id + 10, title FROM movie;
    UPDATE movie SET title = 'Movie 2 ' || printf('%.5000c', 'x') WHERE id = 2;
    """

  @Test func `G4: every page and task has its place among those that faults strike`() {
    let tasks = FileFaultPlace.silent.union(FileFaultPlace.all.map(\.task))
    let pages = FileFaultPlace.silent.union(FileFaultPlace.all.map(\.page))
    #expect(
      Set(Catalog.builtIn.tasks.map(\.rawValue)).subtracting(tasks).isEmpty,
      "add them to FileFaultPlace.all"
    )
    #expect(
      Set(Catalog.builtIn.pages.keys).subtracting(pages).isEmpty,
      "add them to FileFaultPlace.all"
    )
  }

  /// One in four of all cases every time, all of them in a long run.
  nonisolated static let cases: [(FileFaultPlace, FileFault, Int)] = {
    let all = FileFaultPlace.all.flatMap { place in
      FileFault.allCases.flatMap { fault in place.actions.indices.map { (place, fault, $0) } }
    }
    let turn = TestLength.of("D2T_SEED", 0)
    return TestLength.isLong
      ? all : all.enumerated().filter { $0.offset % 4 == turn % 4 }.map(\.element)
  }()

  @Test(arguments: cases)
  func `G4: what happened to the file is told on every page`(
    place: FileFaultPlace,
    fault: FileFault,
    number: Int
  ) async throws {
    let scene = try await Scene(Self.script, place.arguments, width: place.width, height: 24)
    try await place.way(scene)
    let page = scene.session.navigator.current
    #expect(page.task.rawValue == place.task, "\(scene.text)")
    #expect(page.scope(in: scene.session.work.root)[ComponentKeys.shared.page] == place.page)
    let held = try fault.strike(scene)
    defer { held?.rollBack() }
    // What was removed can still be read: that it is gone is seen by looking from time to time.
    if fault == .removed {
      await scene.session.work.adoptOtherChanges()
      try await scene.settle()
    }
    let action = place.actions[number]
    if !action.keys.isEmpty { try await scene.send(action.keys) }
    if !action.text.isEmpty { try await scene.type(action.text) }
    if !action.end.isEmpty { try await scene.send(action.end) }
    // The status line, which may take several, a question, and what stands in place of rows.
    let lines = scene.lines.filter { $0.contains("⚠") || $0.contains("│") } + scene.lines.suffix(9)
    let said = lines.map { $0.split(separator: " ").joined(separator: " ") }.joined(separator: " ")
    let words = "\(place.name), \(fault), after \(action):\n\(scene.text)"
    #expect(fault.names.contains { said.contains($0) }, "\(words)")
    #expect(fault.advice.contains { said.contains($0) }, "\(words)")
    guard !fault.sparesRows else { return }
    #expect(!scene.text.contains("not found"), "\(words)")
    #expect(!scene.lines[0].contains("✕"), "a filter that was not applied: \(words)")
    #expect(!scene.lines[0].contains("sort: "), "an order that was not applied: \(words)")
  }
}
