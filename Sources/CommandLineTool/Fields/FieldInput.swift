import Editing
import EntityModel
import EntityStore
import Formatting
import FoundationEssentials
import Pages
import Qualifiers
import StandardKeys
import Workspace

/// A value for one field of an object, from a file or a command line.
nonisolated enum FieldInput: Hashable {
  /// Nothing, said so: what is left out gets its default instead.
  case null
  /// A text of a file, read as a person would type it, but for days and times as files have them.
  case text(String)
  /// A text as a person types it.
  case typed(String)
  /// A value that says of which kind it is, and as it would be typed: a field that takes anything takes the value.
  case value(Value, text: String)
  /// A stored value that says its storage class.
  case marked(Value)
  /// The values of a to-one relationship's columns, in the order of its joins.
  case reference([FieldInput])

  /// Reads a text between separators, which may say its storage class where `marks` are read.
  init(_ text: String, marks: StorageClassTagParsing) throws(InputProblem) {
    let stored = marks == .read ? try StorageClassTag.read(text) : nil
    self = stored.map { $0.isNull ? .null : .marked($0) } ?? .text(text)
  }

  /// The value as a user would type it; `nil` for null.
  var text: String? {
    switch self {
    case .null: nil
    case .text(let text), .typed(let text), .value(_, let text): text
    case .marked(let stored): StorageClassTag.text(of: stored)
    case .reference(let parts): parts.map { $0.text ?? "" }.joined(separator: ",")
    }
  }

  /// Whether it leads to no object.
  var isNothing: Bool {
    guard case .reference(let parts) = self else { return text?.isEmpty != false }
    return !parts.isEmpty && parts.allSatisfy { $0 == .null }
  }
}

nonisolated extension Attribute {
  /// The value of an input, in place of that with which a new object begins or which is stored.
  func value(
    of input: FieldInput,
    inPlaceOf initial: Value,
    now: Date
  ) throws(UsageError) -> FileValue {
    do throws(InputProblem) {
      switch input {
      case .null: return FileValue(.null)
      case .marked(let stored): return value(ofMarked: stored)
      case .value(.string(let text), _):
        return try value(ofFileString: text, inPlaceOf: initial, now: now)
      case .value(let number, let text):
        return try value(ofFileNumber: number, writtenAs: text, inPlaceOf: initial, now: now)
      case .typed(let text) where type.kind != .blob || definition.customType != nil:
        return FileValue(try value(ofInput: text, inPlaceOf: initial, now: now))
      case .text, .typed, .reference:
        return try value(ofFileText: input.text ?? "", inPlaceOf: initial, now: now)
      }
    } catch {
      throw UsageError("\(name) takes \(error.kind), not '\((input.text ?? "").prefix(40))'")
    }
  }
}

extension WorkContext {
  /// Enters a value into a property of an object, as a person would into its field.
  ///
  /// - Returns: The value of an attribute; `nil` for a reference.
  @discardableResult
  func enter(
    _ input: FieldInput,
    of column: ImportColumn,
    into object: ManagedObject,
    by references: ReferenceLookup
  ) async throws -> FileValue? {
    switch column.target {
    case .toOne(let relationship, _, _):
      try checkVisibility(of: relationship.name, of: object)
      let record = try await references.record(input, of: column)
      if let record, let obstacle = relationship.obstacle(to: record) {
        throw StoreError.refused(obstacle)
      }
      object.setToOne(relationship, to: record)
      return nil
    case .attribute(let attribute, _):
      try checkVisibility(of: attribute.name, of: object)
      let value = try attribute.value(
        of: input,
        inPlaceOf: object.base.value(forKey: attribute.name) ?? .null,
        now: WallClock.now(for: attribute)
      )
      // A row that is there takes what the file says of the storage class; else it keeps its own form.
      let isKept = value.isExact && object.state == .stored
      object.set(isKept ? value.stored ?? value.value : value.value, forAttribute: attribute.name)
      return value
    }
  }
}
