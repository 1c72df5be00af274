// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Every member here meets a requirement of ValueConvertible, which documents it.

public import FoundationEssentials
public import Qualifiers

extension Value: ValueConvertible {
  public static var typeName: String { "any value" }
  public static func convert(_ value: Value) -> Value? { value }
  public var value: Value { self }
}

extension Bool: ValueConvertible {
  public static var typeName: String { "true or false" }
  public static func convert(_ value: Value) -> Bool? {
    if case .bool(let flag) = value { flag } else { nil }
  }
  public var value: Value { .bool(self) }
}

extension String: ValueConvertible {
  public static var typeName: String { "text" }
  public static var valueKeys: [String]? { ["length"] }
  public static func convert(_ value: Value) -> String? { value.string }
  public var value: Value { .string(self) }
}

extension Int: ValueConvertible {
  public static var typeName: String { "whole number" }
  public static func convert(_ value: Value) -> Int? {
    switch value {
    case .int(let number): Int(exactly: number)
    case .double(let number): Int(exactly: number)
    case .decimal(let number): Int("\(number)")
    default: nil
    }
  }
  public var value: Value { .int(Int64(self)) }
}

extension Double: ValueConvertible {
  public static var typeName: String { "number" }
  public static func convert(_ value: Value) -> Double? {
    switch value {
    case .int(let number): Double(number)
    case .double(let number): number
    case .decimal(let number): Double("\(number)")
    default: nil
    }
  }
  public var value: Value { .double(self) }
}

extension Decimal: ValueConvertible {
  public static var typeName: String { "number" }
  public static func convert(_ value: Value) -> Decimal? {
    switch value {
    case .int(let number): Decimal(number)
    case .double(let number): number.isFinite ? Decimal(string: "\(number)") : nil
    case .decimal(let number): number
    default: nil
    }
  }
  public var value: Value { .decimal(self) }
}

extension Date: ValueConvertible {
  public static var typeName: String { "date" }
  public static func convert(_ value: Value) -> Date? {
    if case .date(let date) = value { date } else { nil }
  }
  public var value: Value { .date(self) }
}

extension Optional: ValueConvertible where Wrapped: ValueConvertible {
  public typealias RuleConstant = Wrapped.RuleConstant?
  public static var typeName: String { "\(Wrapped.typeName) or null" }
  public static var valueKeys: [String]? { Wrapped.valueKeys }
  public static var allowedValues: [Value]? { Wrapped.allowedValues.map { $0 + [.null] } }
  public static func convert(_ value: Value) -> Wrapped?? {
    value.isNull ? .some(nil) : Wrapped.convert(value).map { .some($0) }
  }
  public var value: Value { self?.value ?? .null }
}

extension Array: ValueConvertible where Element: ValueConvertible {
  public static var typeName: String { "list of \(Element.typeName)" }
  public static var valueKeys: [String]? { Element.valueKeys.map { $0 + ["@count"] } }
  public static func convert(_ value: Value) -> [Element]? {
    if case .list(let values) = value { values.mapAll(Element.convert) } else { nil }
  }
  public var value: Value { .list(map(\.value)) }
}

extension Dictionary: ValueConvertible where Key == String, Value: ValueConvertible {
  public static var typeName: String { "dictionary of \(Value.typeName)" }
  public static func convert(_ value: Qualifiers.Value) -> [String: Value]? {
    if case .dictionary(let entries) = value { entries.mapAllValues(Value.convert) } else { nil }
  }
  public var value: Qualifiers.Value { .dictionary(mapValues(\.value)) }
}
