import CommandLineTool
import Pages
import RuleEnvironment
import SQLite
import TestSupport
import Testing
import Workspace

/// Tests the progress line that is shown while a database and its rules take long to open.
@MainActor
struct OpeningNoticeTests {
  private static let clear = "\r\u{1B}[K"

  @Test func `M6: what takes long is told on one line, which goes`() {
    var written: [String] = []
    let notice = OpeningNotice { written.append($0) }
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
    let notice = OpeningNotice { written.append($0) }
    notice.note("reading rules: a.rules")
    notice.show()
    notice.show()
    #expect(written == [Self.clear + "reading rules: a.rules …; ^C stops"])
    let silent = OpeningNotice(writing: nil)
    silent.note("reading rules: a.rules")
    silent.show()
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
