import EntityModel
import FoundationEssentials
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

extension FormModel {
  /// Opens the month of a day in a field; the day that is taken keeps the time beside the one before.
  ///
  /// `nil` for what holds no days.
  func calendarCommand(for attribute: Attribute, in scope: EnvironmentValues) -> Command? {
    guard attribute.type.kind.isDay, attribute.definition.customType == nil
    else { return nil }
    return Command(.calendar) { context in
      let locale = scope[MiscKeys.shared.locale]
      let now = WallClock.now(for: attribute)
      var stored: Date?
      if !self.holdsNoValue(at: attribute.name), case .date(let date) = self.value(of: attribute) {
        stored = date
      }
      let seconds = attribute.type.kind == .timestamp ? stored?.wallClock.seconds ?? 0 : 0
      let grid = MonthGrid(at: stored ?? now, firstWeekday: locale.firstWeekday)
      let content = Announcement.Content.calendar(grid, today: now) { day in
        let value = Value.date(day.addingTimeInterval(seconds))
        self.type(value.editingText(for: attribute, locale), into: attribute, in: scope)
      }
      context.show(Announcement(grid.title, showing: content), by: .calendar, in: scope)
    }
  }
}
