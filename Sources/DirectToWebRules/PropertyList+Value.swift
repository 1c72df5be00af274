import PropertyLists
import Qualifiers

extension PropertyList {
  /// A constant as Direct to Web archives it: numbers, booleans, dates and null with their classes.
  init(archiving value: Value) {
    switch value {
    case .string(let text): self.init(.string(text))
    case .list(let elements): self.init(.array(elements.map { PropertyList(archiving: $0) }))
    case .dictionary(let entries):
      let sorted = entries.sorted { $0.key < $1.key }
      self.init(.dictionary(.init(sorted.map { .init($0.key, PropertyList(archiving: $0.value)) })))
    case .data(let bytes): self.init(.data(bytes))
    case .null: self.init(Self.typed("com.webobjects.foundation.NSKeyValueCoding$Null", nil))
    case .bool(let flag): self.init(Self.typed("java.lang.Boolean", flag ? "true" : "false"))
    case .int(let number): self.init(Self.typed("java.lang.Number", "\(number)"))
    case .double(let number): self.init(Self.typed("java.lang.Number", "\(number)"))
    case .decimal(let number): self.init(Self.typed("java.math.BigDecimal", "\(number)"))
    case .date(let date):
      self.init(Self.typed("com.webobjects.foundation.NSTimestamp", date.wallClockText()))
    case .object(let object): self.init(.string("\(object)"))
    }
  }

  private static func typed(_ className: String, _ value: String?) -> Content {
    let name = PropertyListDictionary.Entry("class", PropertyList(.string(className)))
    let content = value.map { PropertyListDictionary.Entry("value", PropertyList(.string($0))) }
    return .dictionary(PropertyListDictionary([name] + [content].compactMap(\.self)))
  }
}
