public import FoundationEssentials
import Widgets

/// The size of an announcement's menu, and whether the user can search it by typing.
struct MenuShape {
  /// `nil` where that follows from how many items there are.
  var isSearchable: Bool?
  var width = 60
  var height = 16
}

extension Announcement {
  /// The content that a built-in page in front of the others shows for an announcement.
  ///
  /// A text or JSON document, bytes, the rules behind a place, or a month. Plain questions and menus have none.
  enum Content {
    /// A text to be read, or a JSON document.
    case text(AnnouncedText)
    /// Bytes to be looked at, and what they are.
    case bytes(HexRows, note: String, ListCursor)
    /// The rules behind a place.
    case why(WhyReport)
    /// A month, and what becomes of the day that is taken from it.
    case calendar(MonthGrid, today: Date, take: (Date) -> Void)
  }

  /// The text to be read; `nil` for bytes and calendars.
  public var text: String? {
    switch content {
    case .text(let text): text.text
    case .why(let why): why.text
    case .bytes, .calendar: nil
    case nil: answers.isEmpty ? nil : answersText
    }
  }

  /// The lines of the answers, each section under its heading.
  private var answersText: String {
    var lines: [String] = []
    var section = ""
    for answer in answers where !answer.isGuide {
      if answer.section != section {
        lines += (lines.isEmpty ? [] : [""]) + [answer.section]
        section = answer.section
      }
      lines.append(answer.line)
    }
    return lines.joined(separator: "\n")
  }

  /// Takes a day, where one is to be chosen: ``PageContext/announcement`` of a page for the task `calendar`.
  public func take(_ day: Date) {
    if case .calendar(_, _, let take) = content { take(day) }
  }
}

/// The text of an announcement with its reading state: the position in a long text, and the folded parts of a JSON document.
///
/// The built-in text and JSON pages in front of the others show it.
final class AnnouncedText {
  let text: String
  private(set) lazy var reading = LongText(text)
  private(set) lazy var tree = JSONTree(text)

  init(_ text: String) { self.text = text }
}

extension MenuItem {
  /// The text of the item's line: its title and detail, with the note of an item in a section.
  fileprivate var line: String {
    let parts = section.isEmpty ? [title, detail] : ["  " + title, detail, disabledReason ?? note]
    return parts.filter { !$0.isEmpty }.joined(separator: "  ")
  }
}

extension WhyReport {
  /// The question, and what the panel answers.
  fileprivate var text: String {
    let lines = lines(isComplete: false).map { String(repeating: " ", count: $0.indent) + $0.text }
    return ([question, ""] + lines).joined(separator: "\n")
  }
}
