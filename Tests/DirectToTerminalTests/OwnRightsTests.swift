import DirectToTerminal
import SceneSupport
import TestSupport
import Testing

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

/// What an application is given of what the user may not see.
@MainActor
struct OwnRightsTests {
  private static let script = """
    CREATE TABLE emp (id INTEGER PRIMARY KEY, name TEXT NOT NULL, salary INTEGER,
      boss_id INTEGER REFERENCES emp (id));
    INSERT INTO emp VALUES (1, 'Anna', 500, NULL), (2, 'Bert', 400, 1);
    """
  /// A rule reads the hidden value, so that it is fetched all the same.
  private static let rules = """
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
    catalog.pages["pay"] = Page("pay") { PayPage() }
    catalog.pages["payForm"] = Page("payForm", about: .object) { PayForm() }
    let rules = [Self.rules, rule].joined(separator: "\n")
    let scene = try await Scene(Self.script, rules: rules, arguments, catalog: catalog)
    #expect(scene.session.faults.isEmpty, "\(scene.session.faults)")
    return scene
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
}
