package import EntityStore
package import Qualifiers

/// The unsaved changes of one object as names and values, as a journal records them.
package nonisolated struct PendingState: Equatable, Sendable {
  /// The object with unsaved changes: its entity, table and key.
  ///
  /// A new object has no key.
  package struct Subject: Equatable, Codable, Sendable {
    // Journals call them so.
    private let entity, table: String
    private let key: [CodedValue]?
    private let rowNumber: Int64?

    package var entityName: String { entity }
    package var tableName: String { table }

    init(entityName: String, tableName: String, id: RecordID?) {
      (entity, table, rowNumber) = (entityName, tableName, id?.rowNumber)
      key = id?.values.map { CodedValue($0) ?? .null }
    }

    /// The identity of the row; `nil` for a new object.
    package var id: RecordID? {
      guard let values = key?.map(\.value) else { return nil }
      return rowNumber.map { RecordID(entityName: entityName, rowNumber: $0, values: values) }
        ?? RecordID(entityName: entityName, values: values)
    }
  }

  /// The meaning of a recorded value.
  package enum Part: String, Codable, Sendable {
    /// The unsaved value of an attribute.
    case value
    /// The value before the change, or another value that must be unchanged when saving.
    case original
    /// The initial value of a new object.
    case initial
    /// The key of an object that was chosen, as it stands there.
    case chosen
    /// The new object to which an attribute refers: its number, the key, how that came to be.
    case reference
    /// Text in a field that is not a valid value.
    case draft
    /// The object is to be deleted.
    case deletion
    /// Something was entered that is not kept.
    case withheld
  }

  /// The place of a recorded value: its meaning and its attribute.
  package struct Place: Hashable, Codable, Sendable {
    package let part: Part
    package let name: String

    /// A part of an attribute.
    package init(_ part: Part, _ name: String = "") { (self.part, self.name) = (part, name) }
  }

  package let subject: Subject
  package internal(set) var contents: [Place: Value] = [:]

  /// The names and values of a part.
  package subscript(part: Part) -> [String: Value] {
    Dictionary(
      contents.compactMap { place, value in place.part == part ? (place.name, value) : nil },
      uniquingKeysWith: { first, _ in first }
    )
  }

  package var isNew: Bool { subject.id == nil }
  package var isDeletion: Bool { contents[Place(.deletion)] != nil }

  /// Returns the journal entries that lead from `earlier` to this state.
  func entries(of token: Int, since earlier: PendingState?) -> [JournalEntry] {
    var entries: [JournalEntry] = []
    var known = earlier?.contents ?? [:]
    if earlier?.subject != subject {
      entries.append(.object(token, subject))
      known = [:]
    }
    for place in known.keys where contents[place] == nil {
      entries.append(.put(token, place, nil))
    }
    for (place, value) in contents {
      if case .string(let old)? = known[place], case .string(let new) = value {
        guard let edit = TextEdit(from: old, to: new) else { continue }
        if edit.inserted.utf8.count < new.utf8.count / 2 {
          entries.append(.edit(token, place, edit))
          continue
        }
      } else if known[place] == value {
        continue
      }
      guard let coded = CodedValue(value) else { continue }
      entries.append(.put(token, place, coded))
    }
    return entries
  }
}
