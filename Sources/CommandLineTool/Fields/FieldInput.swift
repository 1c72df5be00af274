import EntityModel
import Formatting
import FoundationEssentials
import Pages
import Qualifiers
import Workspace

/// An imported value for one field of an object.
nonisolated enum FieldInput: Hashable {
  /// Nothing, said so: what is left out gets its default instead.
  case null
  /// A text as a person would type it.
  case text(String)
  /// A value that says of which kind it is, and as it would be typed: a field that takes anything takes the value.
  case value(Value, text: String)
  /// A stored value that says its storage class.
  case marked(Value)
  /// The values of a to-one relationship's columns, in the order of its joins.
  case reference([FieldInput])

  /// The value as a user would type it; `nil` for null.
  var text: String? {
    switch self {
    case .null: nil
    case .text(let text), .value(_, let text): text
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
  /// The value that a file gives, in place of that with which a new object begins.
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
      case .text, .reference:
        return try value(ofFileText: input.text ?? "", inPlaceOf: initial, now: now)
      }
    } catch {
      throw UsageError("\(name) takes \(error.message), not '\((input.text ?? "").prefix(40))'")
    }
  }
}
