import FoundationEssentials
import Qualifiers

extension ChartLayout {
  /// Draws the sum of each day as a shade, weeks side by side, or of each month, a year below the other.
  mutating func drawCalendar() {
    tellOfUnplaced()
    var days: [Int: Double] = [:]
    for (place, value) in zip(places.all, series.first?.values ?? []) {
      guard let place, let value else { continue }
      days[Int((place / 86_400).rounded(.down)), default: 0] += value
    }
    days = finite(days) { Date(timeIntervalSince1970: Double($0) * 86_400).dayText }
    guard let first = days.keys.min(), let last = days.keys.max() else { return }
    let start = Date.monday(ofWeekWith: first)
    let weeks = (Date.monday(ofWeekWith: last) - start) / 7 + 1
    let perBlock = min(weeks, max(canvas.width - 4, 1))
    let blocks = (weeks + perBlock - 1) / perBlock
    // The levels are told below.
    bottom -= bottom - top > 3 ? 1 : 0
    let isMonthly = first != last && days.keys.allSatisfy { Date.civil(days: $0).day == 1 }
    if isMonthly || blocks * 8 > bottom - top {
      drawMonths(days, from: Date.civil(days: first).year, through: Date.civil(days: last).year)
    } else {
      let width = blocks == 1 && weeks * 2 + 4 <= canvas.width ? 2 : 1
      let shade = shade(of: Array(days.values))
      for block in 0..<blocks {
        let y = top + block * 8
        var written = 0
        for (index, name) in ["Mon", "", "Wed", "", "Fri", "", "Sun"].enumerated() {
          write(name, x: 0, y: y + 1 + index, room: 3, as: .label)
        }
        for week in block * perBlock..<min((block + 1) * perBlock, weeks) {
          let x = 4 + (week - block * perBlock) * width
          for weekday in 0..<7 {
            let day = start + week * 7 + weekday
            guard (first...last).contains(day) else { continue }
            canvas.shade(days[day].map(shade) ?? 0, x: x, y: y + 1 + weekday, width: width)
          }
          let (year, month, day) = Date.civil(days: start + week * 7 + 6)
          if day <= 7 || week == block * perBlock, x >= written, x + 7 <= canvas.width {
            let text = Date(year: year, month: month, day: 1).dayText.dropLast(3)
            write(String(text), x: x, y: y, room: 7, as: .label)
            written = x + 8
          }
        }
      }
    }
  }

  private mutating func drawMonths(_ days: [Int: Double], from first: Int, through last: Int) {
    var months: [Int: Double] = [:]
    for (day, value) in days {
      let (year, month, _) = Date.civil(days: day)
      months[year * 12 + month - 1, default: 0] += value
    }
    months = finite(months) { "\($0 / 12)-\($0 % 12 + 1)" }
    let hasHeading = bottom - top > 2
    let room = max(bottom - top - (hasHeading ? 1 : 0), 1)
    var start = first
    if last - first + 1 > room {
      let left = last - first + 1 - max(room - 1, 1)
      note("… \(left) years before")
      start = first + left
    }
    let shade = shade(of: Array(months.values))
    let known = (months.keys.min() ?? 0)...(months.keys.max() ?? 0)
    let label = String(last).count + 1
    let width = max(1, min((canvas.width - label) / 12, 4))
    for month in 0..<12 where hasHeading && width > 2 {
      write(String(month + 1), x: label + month * width, y: top, room: width, as: .label)
    }
    for year in start...last {
      let y = top + (hasHeading ? 1 : 0) + year - start
      guard y < bottom else { break }
      write(String(year), x: 0, y: y, room: label, as: .label)
      for month in 0..<12 where known.contains(year * 12 + month) {
        let level = months[year * 12 + month].map(shade) ?? 0
        canvas.shade(
          level,
          x: label + month * width,
          y: y,
          width: max(1, width - (width > 2 ? 1 : 0))
        )
      }
    }
  }

  /// The sums without those that are infinite, of which the first is told.
  private mutating func finite(_ sums: [Int: Double], _ name: (Int) -> String) -> [Int: Double] {
    let others = sums.filter { !$0.value.isFinite }
    if let (place, sum) = others.min(by: { $0.key < $1.key }) {
      tellOfUndrawn(name(place), "\(sum)")
    }
    return sums.filter { $0.value.isFinite }
  }

  /// Draws the legend of the shades below the calendar, and returns the shade of a number.
  private mutating func shade(of numbers: [Double]) -> (Double) -> Int {
    let (low, high) = (numbers.min() ?? 0, numbers.max() ?? 0)
    let level = { (number: Double) -> Int in
      high > low ? min(Int((number / 2 - low / 2) / (high / 2 - low / 2) * 4) + 1, 4) : 4
    }
    var x = 0
    for index in 1...4 where canvas.height > 3 && (high > low || index == 4) {
      let end = index == 4 ? high : low + (high / 4 - low / 4) * Double(index)
      let text = (index == 4 ? "≤ " : "< ") + NumberLabel.text(end)
      guard x + text.count + 3 <= canvas.width else { break }
      canvas.shade(index, x: x, y: bottom, width: 2)
      write(text, x: x + 3, y: bottom, room: canvas.width - x - 3, as: .label)
      x += text.count + 5
    }
    return level
  }
}
