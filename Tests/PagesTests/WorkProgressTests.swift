import Editing
import EntityStore
import Qualifiers
import SceneSupport
import Terminal
import TestSupport
import Testing

@testable import Pages
import Workspace

/// Tests the sentence about long work, and that work which takes long shows it on the screen.
@MainActor
struct WorkProgressTests {
  private let start = ContinuousClock.now

  private func sentence(
    _ progress: WorkProgress,
    after time: Duration,
    _ width: Int = 80
  ) -> String? {
    progress.sentence(at: start + time, width: width)
  }

  @Test func `The sentence has a bar, the share, the rate and the time that is left`() {
    let half = WorkProgress("importing", count: 41_000, of: 100_000, since: start)
    #expect(
      sentence(half, after: .seconds(4))
        == "importing █████████▊·············· 41 %, 10 250 rows/s, 6 s left"
    )
    let whole = WorkProgress("importing", count: 100, of: 100, since: start)
    #expect(
      sentence(whole, after: .seconds(1)) == "importing ████████████████████████ 100 %, 100 rows/s"
    )
    let long = WorkProgress("sorting", share: 0.01, since: start)
    #expect(sentence(long, after: .seconds(30))?.hasSuffix("1 %, 50 min left") == true)
  }

  @Test func `Without a total it has no bar, and nothing is said of the first half second`() {
    let progress = WorkProgress("reading", count: 1_500, of: nil, since: start)
    #expect(sentence(progress, after: .milliseconds(499)) == nil)
    #expect(
      sentence(progress, after: .milliseconds(500)) == "reading for 0.5 s, 1 500 rows, 3 000 rows/s"
    )
    #expect(
      sentence(WorkProgress("sorting", share: 0, since: start), after: .seconds(2))
        == "sorting for 2.0 s"
    )
  }

  @Test func `What finds no room is left out, the rate first and the share last`() {
    let progress = WorkProgress("importing", count: 41, of: 100, since: start)
    #expect(
      [80, 40, 30, 18, 12, 4, 3].map { sentence(progress, after: .seconds(4), $0) } == [
        "importing █████████▊·············· 41 %, 10 rows/s, 6 s left",
        "importing █▋·· 41 %, 10 rows/s, 6 s left", "importing ██··· 41 %, 6 s left",
        "importing 41 %", "41 %", "41 %", "",
      ]
    )
  }

  @Test func `Random work: the share is one, the width is kept, the plain form has ASCII only`()
    throws
  {
    var random = SeededGenerator(seed: 41)
    for _ in 0..<2_000 {
      let numbers = [0, 1, 7, 99, 12_345, 9_000_000_000, Int.max]
      let count = numbers[random.below(numbers.count)] / (1 + random.below(3))
      let total = random.chance(70) ? numbers[random.below(numbers.count)] : nil
      let title = ["importing", "x", "searching row by row (価格 is made by rules)"][random.below(3)]
      let progress =
        random.chance(80)
        ? WorkProgress(title, count: count, of: total, since: start)
        : WorkProgress(title, share: [-1, 0, 1e-9, 0.5, 2, .nan][random.below(6)], since: start)
      let (time, width) = (random.below(200_000), random.below(90))
      let text = try #require(
        sentence(progress, after: .milliseconds(500 + time * random.below(100)), width)
      )
      #expect(TextWidth.cells(of: text) <= width, "\(text)")
      if let part = text.firstMatch(of: #/(\d+) %/#).flatMap({ Int($0.1) }) {
        #expect(0...100 ~= part && progress.share != nil, "\(text)")
      }
      #expect(text.contains("·") || text.contains("█") ? progress.share != nil : true, "\(text)")
      #expect(ASCIIFallback.of(text).allSatisfy { $0.isASCII }, "\(text)")
    }
  }

  // MARK: On the screen

  private static let many = """
    CREATE TABLE thing(id INTEGER PRIMARY KEY, name TEXT, price REAL);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
    INSERT INTO thing SELECT i, 'thing ' || i, i FROM n;
    """

  @Test func `Long work shows how far it is; Esc stops it, and nothing is lost`() async throws {
    let scene = try await Scene(
      Self.many,
      rules: "propertyKey = 'name' and object.id > 9 => formatter = 'upper'",
      "--entity Thing",
      width: 140
    )
    let list = try #require(scene.session.navigator.current.list)
    try await scene.draw { list.result.count == .exactly(200_000) }
    try await scene.send("j j")
    let (rows, row) = (scene.lines[1..<10], list.currentRecord?.id)
    scene.session.work.loads.run { await list.search.find("nowhere") }
    try await scene.draw {
      scene.status.contains(#/searching .*[█▉-▏]*·* \d+ %, [\d ]+ rows\/s, \d+ s left, esc stops/#)
    }
    scene.press("esc")
    try await scene.settle()
    #expect(scene.status.contains("stopped at row "), "\(scene.text)")
    #expect(!scene.text.contains("esc stops"), "\(scene.text)")
    #expect(scene.lines[1..<10] == rows && list.currentRecord?.id == row, "\(scene.text)")
  }

  @Test func `A bulk change tells how many rows it has read and judged, and when it ends`()
    async throws
  {
    let scene = try await Scene(Self.many, "--entity Thing")
    let list = try #require(scene.session.navigator.current.list)
    let loads = scene.session.work.loads
    var told: [WorkProgress?] = []
    loads.onProgress = { told.append($0) }
    let bulk = BulkOperation(BulkRows(list.result.rows.prefix(3).compactMap(\.record.id), of: list))
    let objects = try await bulk.objects(paths: [], of: 3) {
      $0.set(.double(0), forAttribute: "price")
    }
    try await bulk.save(objects)
    #expect(told.compactMap { $0?.title } == ["reading", "writing"])
    #expect(told.compactMap { $0?.share } == [1] && told.last == .some(nil), "\(told)")
    #expect(loads.progress == nil)
  }
}
