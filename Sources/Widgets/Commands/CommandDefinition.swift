public import Terminal

/// The name by which a command is remapped and documented: `save`, `moveDown`.
public nonisolated struct CommandName: Hashable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The name as rule files and documents write it.
  public let rawValue: String

  /// A name from text.
  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  /// A name written in the source.
  public init(stringLiteral value: String) {
    rawValue = value
  }

  /// The name itself.
  public var description: String { rawValue }
}

/// The fixed part of a command: its name, title, keys and help.
///
/// A view adds an action to make it a ``Command``.
///
///     extension CommandDefinition {
///       static let edit = CommandDefinition("edit", "edit", keys: "e", group: "Object", importance: 80)
///     }
public nonisolated struct CommandDefinition: Hashable, Sendable {
  /// The name by which it is remapped.
  public let name: CommandName
  /// The text in the footer: a word or two, short and in small letters.
  public let title: String
  /// The name in help and the palette, of one to three words: `Filter by value`.
  package internal(set) var label: String
  /// The keys that run it unless they are remapped.
  public let keys: [KeyEvent]
  /// The heading in help.
  public let group: String
  /// How much it deserves a place in the footer: 0 never, 100 always first.
  public let importance: Int
  /// The description in help and documentation, an imperative of at most 48 characters; the title without one.
  public internal(set) var summary: String
  /// Other words by which the palette and the command line find it: `remove` for `delete`.
  package internal(set) var synonyms: [String] = []
  /// Whether help, palette and lists of commands leave it out; its keys work.
  package internal(set) var isInternal = false
  /// The names of keys that say whether it can be done, and what comes of it.
  public internal(set) var reads: Set<String>
  /// Whether locked mode allows the command.
  package internal(set) var locked: Locked
  /// Whether who wrote it says that it leads to nothing but the screen and the database, so that locked mode permits it.
  public var isSafeInLockedMode: Bool { locked == .safe }

  /// The permission of a command in locked mode: safe, refused with a reason, or not judged and therefore refused.
  ///
  /// Locked mode lets users reach only the databases that the site lists.
  package enum Locked: Hashable, Sendable {
    /// Nobody has said that it leads nowhere: it is refused.
    case unjudged
    /// The command is allowed: it affects only the screen and the database.
    case safe
    /// The command is refused: it reaches other files or programs. The reason is part of a sentence.
    case refused(String)
  }

  /// A command with `keys` as text: `"j down"`; a key that does not exist is a programmer's error.
  public init(
    _ name: CommandName,
    _ title: String,
    keys: String = "",
    group: String = "General",
    importance: Int = 50,
    summary: String? = nil,
    reads: Set<String> = [],
    isSafeInLockedMode: Bool = false
  ) {
    guard let parsed = KeyEvent.sequence(keys) else {
      preconditionFailure("command \(name): one of the keys '\(keys)' does not exist; see KeyEvent")
    }
    self.name = name
    self.title = title
    self.keys = parsed
    self.group = group
    self.importance = importance
    self.summary = summary ?? title
    label = Self.label(of: title)
    self.reads = reads
    locked = isSafeInLockedMode ? .safe : .unjudged
  }

  /// The section in help: the page's own for what a page is made for, else the heading.
  package var section: String {
    importance >= 50 && !Self.general.contains(group) ? Self.ofPage : group
  }

  /// The section of the commands that a page is made for, the first in help.
  package static let ofPage = "This page"
  /// The headings of commands that every page has.
  private static let general: Set = ["Program", "Help", "Focus"]
  static let lastRank = 3

  /// The rank of a section in help: the page's own, others, those of every page, motions.
  static func rank(ofSection name: String) -> Int {
    name == ofPage ? 0 : name == "Moving" ? lastRank : general.contains(name) ? 2 : 1
  }

  /// A title as a label: with a capital letter.
  static func label(of title: String) -> String { title.prefix(1).uppercased() + title.dropFirst() }
}
