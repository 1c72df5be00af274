package import FoundationEssentials
package import Qualifiers

extension JSONEncoder {
  /// An encoder of what holds values.
  package static var ofValues: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    return encoder
  }
}

extension JSONDecoder {
  /// A decoder of what ``FoundationEssentials/JSONEncoder/ofValues`` has encoded.
  package static var ofValues: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    return decoder
  }
}

/// A value with its type, exactly.
package enum CodedValue: Codable, Hashable, Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case decimal(String)
  case string(String)
  case date(Double)
  case data(Data)
  case list([CodedValue])

  /// A value; `nil` for one that no row stores.
  package init?(_ value: Value) {
    switch value {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .int(value)
    case .double(let value): self = .double(value)
    case .decimal(let value): self = .decimal(value.description)
    case .string(let value): self = .string(value)
    case .date(let value): self = .date(value.timeIntervalSinceReferenceDate)
    case .data(let value): self = .data(Data(value))
    case .list(let values):
      guard let values = values.mapAll({ CodedValue($0) }) else { return nil }
      self = .list(values)
    case .dictionary, .object: return nil
    }
  }

  /// The value itself.
  package var value: Value {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .int(let value): .int(value)
    case .double(let value): .double(value)
    case .decimal(let text): Decimal(string: text).map { .decimal($0) } ?? .null
    case .string(let value): .string(value)
    case .date(let value): .date(Date(timeIntervalSinceReferenceDate: value))
    case .data(let value): .data([UInt8](value))
    case .list(let values): .list(values.map(\.value))
    }
  }
}
