import Editing
import Formatting
import FoundationEssentials
import Qualifiers
import SceneSupport
import StandardKeys
import Testing

@testable import Pages
import Workspace

/// Days chosen from a month, and days as people write them in each language.
@MainActor
struct CalendarTests {
  private func scene(rules: String = "") async throws -> Scene {
    try await Scene(
      """
      CREATE TABLE note(id INTEGER PRIMARY KEY, title TEXT, day DATE, at TIMESTAMP, hour TIME);
      INSERT INTO note VALUES (1, 'One', '2024-02-28', '2024-12-31 23:59:30', '10:00');
      """,
      rules: rules,
      "--entity Note --task edit --id 1"
    )
  }

  private func grid(_ day: String, _ firstWeekday: Int) throws -> MonthGrid {
    MonthGrid(at: try #require(Date(wallClock: day)), firstWeekday: firstWeekday)
  }

  @Test func `A month stands in weeks that begin as the locale has them`() throws {
    let monday = try grid("2024-04-03", 0)
    #expect(monday.title == "April 2024" && monday.header.first == "Mo")
    #expect(monday.weeks.first == [1, 2, 3, 4, 5, 6, 7] && monday.weeks.count == 5)
    #expect(monday.weeks.last == [29, 30, nil, nil, nil, nil, nil])
    let sunday = try grid("2024-04-03", 6)
    #expect(sunday.header == ["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"])
    #expect(sunday.weeks.first == [nil, 1, 2, 3, 4, 5, 6])
    let saturday = try grid("2024-06-15", 5)
    #expect(saturday.weeks.first == [1, 2, 3, 4, 5, 6, 7] && saturday.weeks.count == 5)
    #expect(try grid("1969-12-31", 0).weeks.first == [1, 2, 3, 4, 5, 6, 7])
    for (locale, day) in [
      ("C", 0), ("de", 0), ("en_US", 6), ("en_GB", 0), ("ar", 5), ("he", 6), ("fa", 5), ("pt", 6),
    ] {
      #expect(try #require(LocaleName.convert(.string(locale))).firstWeekday == day, "\(locale)")
    }
  }

  @Test func `A key opens the month, arrows and page keys move, and Enter takes the day`()
    async throws
  {
    let scene = try await scene()
    try await scene.go(to: "day")
    try await scene.send("f4")
    #expect(
      scene.text.contains("February 2024") && scene.text.contains("Mo  Tu  We"),
      "\(scene.text)"
    )
    try await scene.send("right right enter")
    #expect(scene.line(with: "Day")?.contains("2024-03-01") == true, "\(scene.text)")
    try await scene.send("f4 down up pgdn pgup end left home G enter")
    #expect(scene.line(with: "Day")?.contains("2024-03-31") == true, "\(scene.text)")
    try await scene.send("f4 pgup enter")
    #expect(scene.line(with: "Day")?.contains("2024-02-29") == true, "\(scene.text)")
    try await scene.send("f4 ctrl-d enter ctrl-s")
    scene.expectSaved()
    #expect(try scene.rows("SELECT day FROM note") == ["2025-02-28"])
  }

  @Test func `Esc leaves the day as it was, and a time beside it stays`() async throws {
    let scene = try await scene(rules: "*true* => locale = 'en_US'")
    try await scene.go(to: "at")
    try await scene.send("f4 down")
    #expect(scene.text.contains("January 2025") && scene.text.contains("Su  Mo"), "\(scene.text)")
    try await scene.send("esc")
    #expect(
      !scene.session.work.editing.hasChanges && !scene.text.contains("January"),
      "\(scene.text)"
    )
    try await scene.send("f4 left enter ctrl-s")
    scene.expectSaved()
    #expect(try scene.rows("SELECT at FROM note") == ["2024-12-30 23:59:30"])
  }

  @Test func `From an empty field, and from what is no day, the month of today opens`() async throws
  {
    let scene = try await scene()
    try await scene.go(to: "day")
    try await scene.retype("nonsense")
    try await scene.send("f4 enter")
    let today = CivilTime(WallClock.now(for: nil)).dayText
    #expect(scene.line(with: "Day")?.contains(today.prefix(8)) == true, "\(scene.text)")
    try await scene.go(to: "hour")
    try await scene.send("f4")
    #expect(!scene.text.contains("Mo  Tu"), "\(scene.text)")
  }

  @Test func `What is typed in a short form says which day it means`() async throws {
    let scene = try await scene(rules: "*true* => locale = 'de'")
    try await scene.go(to: "day")
    for (text, meaning) in [
      ("3.4.2024", "= Wed 2024-04-03"), ("20240301", "= Fri 2024-03-01"),
      ("3/4/24", "= Wed 2024-04-03"),
      ("today", "= "), ("+3d", "= "), ("3.4.", "-04-03"),
    ] {
      try await scene.retype(text)
      #expect(scene.line(with: "Day")?.contains(meaning) == true, "\(text)\n\(scene.text)")
    }
  }

  @Test func `Every form of the table is the day that the table says`() throws {
    #expect(DateForms.all.count > 40)
    for forms in DateForms.all {
      for text in DateForms.everywhere + forms.dayForms {
        #expect(forms.read(text) == DateForms.day, "\(text) in \(forms.name)")
      }
    }
    func forms(_ name: String) throws -> [String] { try #require(DateForms(name)).dayForms }
    #expect(try forms("de") == ["3/4/2024", "3/4/24", "3/4", "3-4-2024"])
    #expect(try forms("en_US") == ["4/3/2024", "4/3/24", "4/3", "4-3-2024"])
    #expect(try forms("en") == [] && forms("C") == [] && forms("ja") == [])
    #expect(DateForms("xx") == nil)
  }
}
