package import EntityStore
package import Qualifiers

/// What is pending in one object, told by names and values alone, as a journal keeps it.
package nonisolated struct PendingState: Equatable, Sendable {
  /// What is pending: the object of a row, or a new one.
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

  /// What a value is of the object.
  package enum Part: String, Codable, Sendable {
    /// What an attribute is to hold.
    case value
    /// What it held when that was said, or what else must be as it was.
    case original
    /// What a new object began with.
    case initial
    /// The key of an object that was chosen, as it stands there.
    case chosen
    /// The new object to which an attribute refers: its number, the key, how that came to be.
    case reference
    /// What is typed in a field and is no value.
    case draft
    /// The object is to be deleted.
    case deletion
    /// Something was entered that is not kept.
    case withheld
  }

  /// Where a value belongs.
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

  /// What has to be written so that somebody who knows `earlier` knows this.
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
