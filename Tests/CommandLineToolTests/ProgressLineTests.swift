import CommandLineTool
import Pages
import RuleEnvironment
import SQLite
import TestSupport
import Testing
import Workspace

/// Tests the progress line that is shown while a database and its rules take long to open.
@MainActor
struct ProgressLineTests {
  private static let clear = "\r\u{1B}[K"

  @Test func `M6: what takes long is told on one line, which goes`() {
    var written: [String] = []
    let notice = ProgressLine { written.append($0) }
    notice.note("reading rules: a.rules")
    notice.note(nil)
    notice.show()
    #expect(written.isEmpty, "what is over is not told")
    notice.note("reading rules: b\u{1B}[2J.rules")
    notice.note("reading rules: b\u{1B}[2J.rules")
    #expect(written.count == 1)
    #expect(written.last?.hasPrefix(Self.clear + "reading rules: b") == true)
    #expect(written.last?.hasSuffix(".rules …; ^C stops") == true)
    #expect(written.last?.dropFirst(Self.clear.count).contains("\u{1B}") == false)
    notice.note(nil)
    #expect(written.last == Self.clear)
  }

  @Test func `M6: what already takes long when it is shown is told at once`() {
    var written: [String] = []
    let notice = ProgressLine { written.append($0) }
    notice.note("reading rules: a.rules")
    notice.show()
    notice.show()
    #expect(written == [Self.clear + "reading rules: a.rules …; ^C stops"])
    let silent = ProgressLine(writing: nil)
    silent.note("reading rules: a.rules")
    silent.show()
  }

  private let start = ContinuousClock.now

  @Test func `Progress is told a few times a second on one line, which goes`() {
    var written: [String] = []
    let line = ProgressLine(writing: { written.append($0) }, width: { 60 })
    for tenth in 0...10 {
      let progress = WorkProgress("importing", count: tenth * 10, of: 100, since: start)
      line.note(progress, at: start + .milliseconds(100 * tenth))
    }
    #expect(
      written == [
        Self.clear + "importing ██████······ 50 %, 100 rows/s, 1 s left; ^C stops",
        Self.clear + "importing ████████▍··· 70 %, 100 rows/s, 1 s left; ^C stops",
        Self.clear + "importing ██████████▊· 90 %, 100 rows/s, 1 s left; ^C stops",
      ]
    )
    line.note(nil, at: start)
    line.note(nil, at: start)
    #expect(written.last == Self.clear && written.count == 4)
  }

  @Test func `A terminal of ASCII gets ASCII, a pipe nothing`() {
    var written = ""
    let half = WorkProgress("importing", count: 50, of: 100, since: start)
    let plain = ProgressLine(writing: { written += $0 }, isPlain: true)
    plain.note(half, at: start + .seconds(1))
    let bar = String(repeating: "#", count: 12) + String(repeating: ".", count: 12)
    #expect(written == Self.clear + "importing \(bar) 50 %, 50 rows/s, 1 s left; ^C stops")
    let silent = ProgressLine(writing: nil)
    silent.note(half, at: start + .seconds(1))
    silent.note(nil, at: start)
  }

  @Test func `Import, export and change of many rows tell how far they are, and when they end`()
    async throws
  {
    let folder = TemporaryFolder()
    let path = folder.path + "/shop.db"
    try Connection(path: path, mode: .create).execute(
      "CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT)"
    )
    let rows = (1...9000).map { "\($0),item number \($0)\n" }.joined()
    let file = folder.write(Array(("id,name\n" + rows).utf8), to: "items.csv")
    func told(_ words: String..., toTerminal: Bool = false) async throws -> [WorkProgress?] {
      var told: [WorkProgress?] = []
      var program = Program(try Invocation(arguments: words))
      program.writesToTerminal = toTerminal
      program.onProgress = { told.append($0) }
      let outcome = await program.run()
      #expect(outcome.code == 0, "\(outcome)")
      #expect(told.last == .some(nil), "the line is left there")
      let shares = told.compactMap { $0?.share }
      #expect(shares.allSatisfy { 0...1 ~= $0 })
      return told.filter { $0 != nil }
    }
    let importing = try await told("import", path, "Item", file)
    #expect(importing.count > 2 && importing.last??.share == 1)
    #expect(importing.last??.count == 9000)
    #expect(Set(importing.map { $0?.title }) == ["importing"])
    let exporting = try await told("export", path, "Item")
    #expect(exporting.count > 2 && exporting.last??.count == 9000 && exporting.last??.share == 1)
    let some = try await told("export", path, "Item?id > 3000", "--limit", "5000")
    #expect(some.last??.count == 5000 && some.last??.share == 1)
    #expect(try await told("export", path, "Item", toTerminal: true).isEmpty)
    let changing = try await told("set", path, "Item", "--all", "name=x")
    let titles = Set(changing.compactMap { $0?.title })
    #expect(titles.isSuperset(of: ["reading", "changing", "writing"]), "\(titles)")
  }

  @Test(arguments: [false, true])
  func `M6: long rules are read while the terminal can be written to`(isLong: Bool) async throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/shop.db"
    try Connection(path: path, mode: .create).execute("CREATE TABLE item(id INTEGER PRIMARY KEY)")
    let comment = String(repeating: "// nothing\n", count: isLong ? 30_000 : 1)
    let file = folder.write(Array((comment + "*true* => title = 'Goods'\n").utf8), to: "shop.rules")
    var events: [String] = []
    var program = Program(try Invocation(arguments: [path]))
    program.onOpening = { sentence in
      events.append(sentence ?? "read")
      if sentence != nil { Task { events.append("written") } }
    }
    let session = try await program.session()
    #expect(events == (isLong ? ["reading rules: \(file)", "written", "read"] : []))
    #expect(session.work.root[RenderingKeys.shared.title] == "Goods")
    await session.close()
  }
}
