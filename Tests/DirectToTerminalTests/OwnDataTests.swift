import DirectToTerminal
import DirectToTerminalTesting
import SceneSupport
import TestSupport
import Testing

/// A page that fetches, inserts, takes back, and edits with a field of its own.
private struct LedgerPage: View {
  @Environment(\.pageContext) private var page
  @Environment(\.ruleObjectContext) private var changes
  @State private var names: [String] = []

  var body: some View {
    VStack {
      Text("\(changes?.pendingCount ?? -1) pending")
      ForEach(names, id: \.self) { Text($0) }
      if let object = page.object { ObjectForm(object) { LengthEditor() } }
    }
    .focusable()
    .command(Self.add) { _ in
      guard let artist = page.database?.model.entity(named: "Artist") else { return }
      page.insert(artist)?.set(.string("New"), forAttribute: "name")
    }
    .command(Self.back) { _ in page.rollBack() }
    .command(Self.store) { _ in page.save() }
    .task { page.load { await read() } }
  }

  private func read() async {
    do throws(StoreError) {
      let tracks = try await page.database?.fetch(
        entity: "Track",
        where: "milliseconds > $least",
        with: ["least": .int(300_000)],
        sort: ["-milliseconds"],
        limit: 1
      )
      names = (tracks ?? []).map { "longest: \($0.value(forKey: "name") ?? .null)" }
    } catch {
      page.say(error.sentence, .error)
    }
  }

  private static let add = CommandDefinition("add", "add", keys: "a", group: "Own")
  private static let back = CommandDefinition("takeBack", "take back", keys: "b", group: "Own")
  private static let store = CommandDefinition("store", "store", keys: "s", group: "Own")
}

/// Writes a typed value through a binding.
private struct LengthEditor: View {
  @Environment(\.form) private var form

  var body: some View {
    if let form {
      let length = form.binding(to: "milliseconds", as: Int.self)
      let nothing = form.binding(to: "nothing", as: Int.self)
      Text("length \(length.wrappedValue ?? -1), \(nothing.wrappedValue ?? -1)")
        .focusable()
        .command(Self.longer) { _ in
          length.wrappedValue = (length.wrappedValue ?? 0) + 1
          nothing.wrappedValue = 5
        }
    }
  }

  private static let longer = CommandDefinition("longer", "longer", keys: "l", group: "Own")
}

/// Tests how pages of an application fetch, insert, bind and save.
@MainActor
struct OwnDataTests {
  private func scene(_ arguments: String) async throws -> Scene {
    var catalog = Catalog.builtIn
    catalog.pages["ledger"] = Page("ledger") { LedgerPage() }
    return try await Scene(
      RecordShop.script,
      rules: "task in ('queryAll', 'edit') => page = 'ledger'",
      arguments,
      catalog: catalog
    )
  }

  @Test func `A page fetches by a condition with values, in an order`() async throws {
    let scene = try await scene("--task queryAll")
    #expect(scene.text.contains("longest: Noldor") && !scene.text.contains("Mirror"))
  }

  @Test func `S22: a fetch without a limit gives all`() async throws {
    let scene = try await scene("--task queryAll")
    let artists = try await scene.session.work.database.fetch(entity: "Artist", limit: .max)
    #expect(artists.count == 3)
  }

  @Test func `What is inserted is pending, taken back, and saved`() async throws {
    let scene = try await scene("--task queryAll")
    #expect(scene.text.contains("0 pending"), "\(scene.text)")
    try await scene.send("a a")
    #expect(scene.text.contains("2 pending"), "\(scene.text)")
    try await scene.send("b")
    #expect(scene.text.contains("0 pending"), "\(scene.text)")
    try await scene.send("a s")
    scene.expectSaved()
    #expect(try scene.rows("SELECT Name FROM Artist WHERE ArtistId = 4") == ["New"])
  }

  @Test func `A binding reads and writes the typed value of a property`() async throws {
    let scene = try await scene("--task edit --entity Track --id 1")
    #expect(scene.text.contains("length 230619, -1"), "\(scene.text)")
    try await scene.send("tab l l")
    #expect(scene.text.contains("length 230621, -1"), "\(scene.text)")
    try await scene.send("s")
    scene.expectSaved()
    #expect(try scene.rows("SELECT Milliseconds FROM Track WHERE TrackId = 1") == ["230621"])
  }

  @Test func `A rule fetches: it is asked anew when that has arrived, and when something is saved`()
    async throws
  {
    let application = Application("records") {
      Database(script: RecordShop.script, title: "Records")
      Rules {
        \.task == "list" => \.navigationBarTitle <= { values in
          let long = values.database?.fetch(
            entity: "Track",
            where: "milliseconds > $least",
            with: ["least": .int(300_000)],
            sort: ["-milliseconds"]
          )
          return long.map { "\($0.count) long, \($0.first?.value(forKey: "name") ?? .null)" }
        }
      }
    }
    let records = try await ApplicationTester(application, ["--entity", "Track"])
    #expect(records.lines[0].contains("2 long, Noldor"), "\(records.text)")
    try await records.send("G")
    try await records.send("d y")
    #expect(!records.lines[0].contains("2 long, Noldor"), "\(records.text)")
    #expect(records.lines[0].contains("long, "), "\(records.text)")
    await records.close()
  }

  @Test func `What a rule cannot fetch is told once, and the next rule answers`() async throws {
    let application = Application("records") {
      Database(script: RecordShop.script, title: "Records")
      Rules {
        \.task == "list" => \.navigationBarTitle <= { values in
          values.database?.fetch(entity: "Trakc").map { "\($0.count)" }
        }
      }
    }
    let records = try await ApplicationTester(application, ["--entity", "Track"])
    #expect(records.text.contains("data for a rule cannot be read"), "\(records.text)")
    #expect(records.lines[0].contains("Track"), "\(records.text)")
    await records.close()
  }

  @Test(arguments: [
    ("Track", "milliseconds >", "not a condition"), ("Track", "name = $who", "has no value"),
    ("Trakc", "name = 'x'", "Trakc"),
  ])
  func `A fetch that cannot be is refused in a sentence`(
    entity: String,
    condition: String,
    piece: String
  ) async throws {
    let scene = try await scene("--task queryAll")
    do throws(StoreError) {
      _ = try await scene.session.work.database.fetch(entity: entity, where: condition)
      Issue.record("fetched")
    } catch {
      #expect(error.sentence.contains(piece), "\(error.sentence)")
    }
  }
}
