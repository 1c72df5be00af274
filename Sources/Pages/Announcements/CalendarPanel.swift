import EntityModel
import FoundationEssentials
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// The state of a calendar: the chosen day, its month, the first weekday, and moves of the cursor.
///
/// The calendar panel draws the month from it in rows of a week.
struct MonthGrid {
  /// The day under the cursor, at midnight.
  private(set) var day: Date
  /// The day on which weeks begin: 0 for Monday.
  let firstWeekday: Int

  init(at day: Date, firstWeekday: Int) {
    (self.day, self.firstWeekday) = (day.startOfDay, firstWeekday)
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October",
    "November", "December",
  ]
  private static let weekdays = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]

  /// `April 2024`.
  var title: String { "\(Self.months[day.wallClock.month - 1]) \(day.wallClock.year)" }

  /// The days of a week, in the order of the locale.
  var header: [String] { (0..<7).map { Self.weekdays[($0 + firstWeekday) % 7] } }

  /// The days, from 1 on; `nil` for those of other months.
  var weeks: [[Int?]] {
    let (year, month, _, _) = day.wallClock
    let first = Date.days(year: year, month: month, day: 1)
    // The first day of 1970 was a Thursday.
    let weekday = (first + 3 - firstWeekday) % 7
    let blanks = [Int?](repeating: nil, count: (weekday + 7) % 7)
    let days = blanks + (1...Date.dayCount(ofMonth: month, year: year)).map { $0 }
    return stride(from: 0, to: days.count, by: 7).map { start in
      let week = Array(days[start..<min(start + 7, days.count)])
      return week + [Int?](repeating: nil, count: 7 - week.count)
    }
  }

  /// Goes on by so many days, months or years; a day that the month has not becomes its last.
  mutating func move(by count: Int, _ unit: DateOffset.Unit) {
    if let moved = day.adding(DateOffset(count, unit)), (0...9999).contains(moved.wallClock.year) {
      day = moved
    }
  }

  /// Goes to the first day of the month, or to the last.
  mutating func move(toEnd isEnd: Bool) {
    let (year, month, today, _) = day.wallClock
    let other = isEnd ? Date.dayCount(ofMonth: month, year: year) : 1
    move(by: other - today, .days)
  }
}

/// The calendar from which a date is chosen: arrows move by days and weeks, pages by months, half pages by years.
struct CalendarPanel: View {
  private let today: Date
  private let onChoose: (Date) -> Void
  @State private var grid: MonthGrid

  init(_ grid: MonthGrid, today: Date, onChoose: @escaping (Date) -> Void) {
    (self.today, self.onChoose) = (today.startOfDay, onChoose)
    _grid = State(wrappedValue: grid)
  }

  var body: some View {
    let (grid, days) = (grid, grid.day.wallClock)
    let now = today.wallClock
    let hasToday = (now.year, now.month) == (days.year, days.month)
    Panel(grid.title) {
      VStack {
        Text(grid.header.joined(separator: "  ")).role(.header)
        ForEach(Array(grid.weeks.indices)) { index in
          grid.weeks[index].reduce(Text("")) { line, day in
            line + cell(day, isCursor: day == days.day, isToday: hasToday && day == now.day)
          }
        }
      }
    }
    .commands {
      move(.moveLeft, by: -1, .days)
      move(.moveRight, by: 1, .days)
      move(.moveUp, by: -7, .days)
      move(.moveDown, by: 7, .days)
      move(.pageUp, by: -1, .months)
      move(.pageDown, by: 1, .months)
      move(.halfPageUp, by: -1, .years)
      move(.halfPageDown, by: 1, .years)
      Command(.toStart, isHidden: true) { _ in self.grid.move(toEnd: false) }
      Command(.toEnd, isHidden: true) { _ in self.grid.move(toEnd: true) }
      Command(.choose, title: "choose the day") { context in
        context.dismiss()
        onChoose(self.grid.day)
      }
    }
  }

  private func cell(_ day: Int?, isCursor: Bool, isToday: Bool) -> Text {
    let text = day.map { ($0 < 10 ? " " : "") + "\($0)" } ?? "  "
    let number = Text(text).role(isCursor ? .cursor : isToday ? .accent : nil)
    return number + Text("  ")
  }

  private func move(
    _ command: CommandDefinition,
    by count: Int,
    _ unit: DateOffset.Unit
  ) -> Command {
    Command(command, isHidden: true) { _ in grid.move(by: count, unit) }
  }
}
