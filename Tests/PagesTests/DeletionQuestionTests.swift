import SceneSupport
import Testing

/// What is said before something is deleted comes true.
@MainActor
struct DeletionQuestionTests {
  @Test func `What refers to objects that go along and goes along itself keeps nothing`()
    async throws
  {
    let scene = try await Scene(
      """
      CREATE TABLE department(id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE employee(id INTEGER PRIMARY KEY, name TEXT,
        department_id INT REFERENCES department ON DELETE CASCADE, boss_id INT REFERENCES employee);
      INSERT INTO department VALUES (1, 'Sales');
      INSERT INTO employee VALUES (1, 'Anna', 1, NULL), (2, 'Bert', 1, 1);
      """,
      "--entity Department",
      width: 120
    )
    try await scene.send("d")
    #expect(!scene.text.contains("keeps it"), "\(scene.text)")
    #expect(scene.text.contains("1, which may keep all from being deleted"), "\(scene.text)")
    try await scene.send("y")
    #expect(scene.status.contains("deleted Sales"), "\(scene.text)")
    #expect(try scene.rows("SELECT count(*) FROM employee") == ["0"])
  }
}
