import FoundationEssentials
import Qualifiers
import Testing

import EntityModel

private enum Grade: Int8, CaseIterable, PropertyValue {
  case good = 1
  case bad = 2
}

private struct Weight: RawRepresentable, PropertyValue {
  let rawValue: Double
}

private struct Price: RawRepresentable, PropertyValue {
  let rawValue: Decimal
}

private struct Point: Codable, PropertyValue {
  static let storage = PropertyStorage<Point>.json
  var x: Double
  var label: String?
}

private struct Key: RawRepresentable, PropertyValue {
  static let storage = PropertyStorage<Key>.blob
  let rawValue: [UInt8]
}

private struct Word: LosslessStringConvertible, PropertyValue {
  let description: String

  init?(_ text: String) {
    guard !text.isEmpty else { return nil }
    description = text
  }
}

/// How values of Swift types are stored and read again.
struct PropertyStorageTests {
  private static let values: [Value] = [
    .null, .bool(true), .int(1), .int(.max), .int(.min), .double(0.5), .double(.nan),
    .double(.infinity), .decimal(Decimal(7)), .decimal(.nan), .string(""), .string("x"),
    .string("{"), .string("[1]"), .date(.now), .data([]), .data([1]), .list([]), .dictionary([:]),
  ]

  /// The values, of all above, that are read as one of the type.
  private func read<Kept: PropertyValue>(_: Kept.Type) -> [Value] {
    Self.values.filter { Kept(stored: $0) != nil }
  }

  @Test func `What is none of a type is read as nothing`() {
    #expect(read(Grade.self) == [.int(1)])
    #expect(read(Word.self) == [.string("x"), .string("{"), .string("[1]")])
    #expect(read(Point.self).isEmpty)
    #expect(read(Key.self) == [.data([]), .data([1])])
    #expect(Weight(stored: .string("1")) == nil && Weight(stored: .int(.max)) == nil)
    #expect(Price(stored: .double(.nan)) == nil && Price(stored: .string("1")) == nil)
  }

  @Test func `What is stored is read as the same value`() {
    func expectSame<Kept: PropertyValue>(_ value: Kept, _ stored: Value) {
      #expect(value.stored == stored)
      #expect(Kept(stored: stored) == value)
    }
    expectSame(Grade.bad, .int(2))
    expectSame(Weight(rawValue: 0.1), .double(0.1))
    expectSame(Price(rawValue: Decimal(string: "12.50") ?? 0), .decimal(Decimal(125) / 10))
    expectSame(Point(x: 1.5, label: "a/b"), .string(#"{"label":"a/b","x":1.5}"#))
    expectSame(Point(x: 2), .string(#"{"x":2}"#))
    expectSame(Key(rawValue: [0, 255]), .data([0, 255]))
  }

  @Test func `What cannot be written is nothing`() {
    #expect(Weight(rawValue: .nan).stored == nil && Weight(rawValue: .infinity).stored == nil)
    #expect(Price(rawValue: .nan).stored == nil)
    #expect(Point(x: .infinity).stored == nil)
  }

  @Test func `Texts are read by what people read, by names and by what is stored`() {
    let grade = CustomType("grade", of: Grade.self)
    #expect(grade.choices == [.int(1), .int(2)] && grade.noun == "one of good, bad")
    #expect(grade.text(.int(2)) == "bad" && grade.text(.int(3)) == nil)
    #expect(grade.value("Bad") == .int(2) && grade.value("2") == .int(2))
    #expect(grade.value("3") == nil && grade.value("") == nil)
    #expect(grade.problem(.int(3)) == "needs one of good, bad" && grade.problem(.int(1)) == nil)
    let weight = CustomType("weight", of: Weight.self, noun: "a weight") {
      $0.rawValue < 0 ? "must not be negative" : nil
    }
    #expect(weight.value("0.5") == .double(0.5) && weight.value("nan") == nil)
    #expect(weight.value("0x10") == nil && weight.value("1e999") == nil)
    #expect(weight.problem(.double(-1)) == "must not be negative")
    #expect(weight.problem(.string("x")) == "needs a weight")
    #expect(CustomType("key", of: Key.self).value("00FF") == .data([0, 255]))
  }
}
