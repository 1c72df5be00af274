import FoundationEssentials
import Qualifiers
import StandardKeys
import Widgets

/// The last messages of a session, each with its time and kind.
///
/// A session is of one user: nobody reads what was said to another.
final class MessageLog {
  /// A message that was shown.
  private struct Entry {
    let time: Date
    let text: String
    let role: Role
  }

  private static let most = 100
  private var entries: [Entry] = []

  /// Adds a message; one that only counts on from the last one, or repeats it, replaces that.
  func note(_ text: String, _ role: Role) {
    if let last = entries.last, last.role == role,
      last.text == text
        || role == .normal && last.text.filter(\.isLetter) == text.filter(\.isLetter)
    {
      entries.removeLast()
    }
    entries.append(Entry(time: WallClock.now(), text: text, role: role))
    if entries.count > Self.most { entries.removeFirst() }
  }

  /// The messages as lines, the newest first.
  var text: String {
    guard !entries.isEmpty else { return "no messages yet" }
    return entries.reversed().map { entry in
      let seconds = Int(entry.time.wallClock.seconds)
      let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60]
      let time = parts.map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ":")
      let kind = entry.role.kindOfMessage
      return "\(time)  \(kind)\(String(repeating: " ", count: 9 - kind.count))\(entry.text)"
    }
    .joined(separator: "\n")
  }
}

extension Role {
  /// The word for messages of the role.
  fileprivate var kindOfMessage: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .success: "done"
    default: "note"
    }
  }
}
