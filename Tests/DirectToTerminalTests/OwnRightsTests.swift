import DirectToTerminal
import SceneSupport
import TestSupport
import Testing

/// A row in a list that reads the object itself, and shows a property as rules choose.
private struct PayCard: View {
  @Environment(\.object) private var object

  var body: some View {
    HStack {
      Text("\(object?.value(forKey: "name") ?? .null):")
      Text("<\(object?.value(forKey: "salary")?.description ?? "nothing")>")
      PropertyComponent("salary")
      PropertyRow("salary")
    }
  }
}

/// A page that fetches all.
private struct PayPage: View {
  @Environment(\.pageContext) private var page
  @State private var lines: [String] = []

  var body: some View {
    VStack { ForEach(lines, id: \.self) { Text($0) } }
      .task {
        page.load {
          do throws(StoreError) {
            lines = (try await page.database?.fetch(entity: "Emp") ?? []).map {
              "\($0.value(forKey: "name") ?? .null) has \($0.value(forKey: "salary") ?? .null)"
            }
          } catch {
            page.say(error.sentence, .error)
          }
        }
      }
  }
}

/// Fields that nobody asked rules about.
private struct PayForm: View {
  @Environment(\.pageContext) private var page

  var body: some View {
    if let object = page.object {
      ObjectForm(object) {
        VStack {
          FieldRow("name")
          FieldRow("salary")
          FieldRow("boss.salary")
        }
      }
      .commands { EditCommands(page: page).all }
    }
  }
}

/// Tests that an application gets no data that rules hide from the user.
@MainActor
struct OwnRightsTests {
  private static let script = """
    CREATE TABLE emp (id INTEGER PRIMARY KEY, name TEXT NOT NULL, salary INTEGER,
      boss_id INTEGER REFERENCES emp (id));
    INSERT INTO emp VALUES (1, 'Anna', 500, NULL), (2, 'Bert', 400, 1);
    """
  /// A rule reads the hidden value, so that it is fetched all the same.
  private static let rules = """
    task = 'list' and propertyKey = '' => rowComponent = 'pay'
    task = 'list' => displayPropertyKeys = ['name', 'salary']
    task = 'queryAll' => page = 'pay'
    task = 'edit' => page = 'payForm'
    entity.name = 'Emp' and object.salary > 10_000 => color = 'error'
    """
  nonisolated private static let ofAll =
    "entity.name = 'Emp' and propertyKey = 'salary' => isPropertyVisible = false"
  nonisolated private static let ofAnna =
    "entity.name = 'Emp' and propertyKey = 'salary' and object.name = 'Anna' => isPropertyVisible = false"

  private func scene(_ rule: String, _ arguments: String) async throws -> Scene {
    var catalog = Catalog.builtIn
    catalog.rows["pay"] = RowComponent(inList: "pay") { PayCard() }
    catalog.pages["pay"] = Page("pay") { PayPage() }
    catalog.pages["payForm"] = Page("payForm", about: .object) { PayForm() }
    let rules = [Self.rules, rule].joined(separator: "\n")
    let scene = try await Scene(Self.script, rules: rules, arguments, catalog: catalog)
    #expect(scene.session.work.faults.isEmpty, "\(scene.session.work.faults)")
    return scene
  }

  @Test(arguments: [
    ("", "<500>", "<400>"), (ofAll, "<nothing>", "<nothing>"), (ofAnna, "<nothing>", "<400>"),
  ])
  func `S16: a row of an application is given nothing that rules hide`(
    rule: String,
    anna: String,
    bert: String
  ) async throws {
    let scene = try await scene(rule, "--entity Emp")
    for (name, shown) in [("Anna", anna), ("Bert", bert)] {
      let line = try #require(scene.line(with: name + ":"), "\(scene.text)")
      let number = shown.filter(\.isNumber)
      #expect(line.contains(shown), "\(scene.text)")
      // The row and the component beside it show it too, or none of them does.
      #expect(line.filter { $0 == "0" }.count == (number.isEmpty ? 0 : 6), "\(scene.text)")
    }
  }

  @Test(arguments: [("", "500", "400"), (ofAll, "null", "null"), (ofAnna, "null", "400")])
  func `S16: a fetch of an application gives nothing that rules hide`(
    rule: String,
    anna: String,
    bert: String
  ) async throws {
    let scene = try await scene(rule, "--task queryAll")
    #expect(scene.text.contains("Anna has \(anna)"), "\(scene.text)")
    #expect(scene.text.contains("Bert has \(bert)"), "\(scene.text)")
  }

  @Test func `S16: what was fetched without the hidden is saved without touching that`()
    async throws
  {
    let scene = try await scene(Self.ofAnna, "--entity Emp")
    let records = try await scene.session.work.database.fetch(entity: "Emp", sort: ["name"])
    let anna = scene.session.work.editing.object(for: records[0])
    anna.set(.string("Ada"), forAttribute: "name")
    try await scene.send("ctrl-l ctrl-s")
    #expect(
      try scene.rows("SELECT name, salary FROM emp WHERE id = 1") == ["Ada|500"],
      "\(scene.text)"
    )
  }

  @Test func `S16: a field of a form of one's own shows nothing that rules hide`() async throws {
    let all = try await scene("", "--entity Emp --task edit --id 2")
    #expect(all.text.contains("400") && all.text.contains("500"), "\(all.text)")
    let anna = try await scene(Self.ofAnna, "--entity Emp --task edit --id 1")
    #expect(anna.text.contains("Anna") && !anna.text.contains("500"), "\(anna.text)")
    #expect(!anna.text.contains("Salary"), "\(anna.text)")
    let bert = try await scene(Self.ofAnna, "--entity Emp --task edit --id 2")
    #expect(bert.text.contains("400") && !bert.text.contains("500"), "\(bert.text)")
    let none = try await scene(Self.ofAll, "--entity Emp --task edit --id 2")
    #expect(none.text.contains("Bert") && !none.text.contains("Salary"), "\(none.text)")
  }

  @Test func `S13: a row of an application is marked where its object has changes`() async throws {
    let scene = try await scene("", "--entity Emp")
    #expect(!scene.text.contains("•"), "\(scene.text)")
    let records = try await scene.session.work.database.fetch(entity: "Emp", sort: ["name"])
    scene.session.work.editing.object(for: records[0]).set(.int(7), forAttribute: "salary")
    try await scene.send("ctrl-l")
    #expect(scene.text.contains("› • Anna: <7>"), "\(scene.text)")
  }
}
