package import EntityModel

extension AttributeType {
  /// The noun in a message about wrong input: `a whole number`.
  package var noun: String {
    switch self {
    case .integer: "a whole number"
    case .number, .decimal: "a number"
    case .bool: "yes or no"
    case .date: "a date like 2026-03-01"
    case .time: "a time like 14:30"
    case .timestamp: "a date and time like 2026-03-01 14:30"
    case .json: "JSON"
    case .uuid: "a UUID"
    case .url: "a URL"
    case .email: "an e-mail address"
    case .blob: "bytes"
    case .string, .text, .password, .any: "text"
    }
  }
}
