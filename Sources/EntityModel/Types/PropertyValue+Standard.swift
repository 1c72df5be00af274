// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Every member here meets the requirement of PropertyValue, which documents it.

public import FoundationEssentials
import Qualifiers

// What a column holds is read as such a value where nothing of it is lost.

extension String: PropertyValue {
  public static var storage: PropertyStorage<String> {
    PropertyStorage(.string) {
      if case .string(let text) = $0 { text } else { nil }
    } stored: {
      .string($0)
    }
  }
}

extension Bool: PropertyValue {
  public static var storage: PropertyStorage<Bool> {
    PropertyStorage(.bool) {
      if case .bool(let flag) = $0 { flag } else { nil }
    } stored: {
      .bool($0)
    }
  }
}

extension Int: PropertyValue {
  public static var storage: PropertyStorage<Int> {
    PropertyStorage(.integer) {
      if case .int(let number) = $0 { Int(exactly: number) } else { nil }
    } stored: {
      .int(Int64($0))
    }
  }
}

extension Double: PropertyValue {
  public static var storage: PropertyStorage<Double> {
    PropertyStorage(.number) {
      switch $0 {
      case .double(let number): number
      case .int(let number): Double(exactly: number)
      case .decimal(let number): Double("\(number)")
      default: nil
      }
    } stored: {
      $0.isFinite ? .double($0) : nil
    }
  }
}

extension Decimal: PropertyValue {
  public static var storage: PropertyStorage<Decimal> {
    PropertyStorage(.decimal) {
      switch $0 {
      case .decimal(let number): number
      case .int(let number): Decimal(number)
      case .double(let number): number.isFinite ? Decimal(string: number.description) : nil
      default: nil
      }
    } stored: {
      $0.isNaN ? nil : .decimal($0)
    }
  }
}

extension Date: PropertyValue {
  public static var storage: PropertyStorage<Date> {
    PropertyStorage(.date) {
      if case .date(let date) = $0 { date } else { nil }
    } stored: {
      .date($0)
    }
  }
}

extension [UInt8]: PropertyValue {
  public static var storage: PropertyStorage<[UInt8]> {
    PropertyStorage(.blob) {
      if case .data(let bytes) = $0 { bytes } else { nil }
    } stored: {
      .data($0)
    }
  }
}
