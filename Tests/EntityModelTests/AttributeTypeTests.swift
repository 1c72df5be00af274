import Qualifiers
import Testing

@testable import EntityModel

@Suite struct AttributeTypeTests {
  @Test func `Each type has a name of its own, by which it is found`() {
    let names = AttributeType.allCases.map(\.rawValue)
    #expect(Set(names).count == names.count)
    for type in AttributeType.allCases { #expect(AttributeType(rawValue: type.rawValue) == type) }
    #expect(AttributeType(rawValue: "film") == nil)
  }

  @Test func `No declaration of a column names two types`() {
    let all = AttributeType.allCases.flatMap(\.traits.declarations)
    #expect(Set(all).count == all.count)
    #expect(all.allSatisfy { $0 == $0.lowercased() })
  }

  @Test func `A column that is made for a type is read as that type, or as one of its kind`() {
    for type in AttributeType.allCases {
      for (width, scale) in [(nil, nil), (30, 2)] {
        let declaration = type.traits.declaration(width, scale)
        let read = ColumnType(declared: declaration).type
        #expect(read.kind == type.kind, "\(type.rawValue): \(declaration)")
      }
    }
  }

  @Test func `A declaration that names a type gives a column of that type`() {
    for type in AttributeType.allCases {
      for name in type.traits.declarations {
        #expect(ColumnType(declared: name.uppercased()).type == type)
      }
    }
  }

  @Test func `An attribute of a type with values of its own is read and written as the type says`()
    throws
  {
    let duration = AttributeType("duration", .integer) {
      $0.noun = "a duration like 1:30"
      $0.values = { type in
        CustomType("duration", storage: type) { value in
          guard case .int(let seconds) = value else { return nil }
          return "\(seconds / 60):\(seconds % 60)"
        } value: { text in
          let parts = text.split(separator: ":").compactMap { Int64($0) }
          return parts.count == 2 ? .int(parts[0] * 60 + parts[1]) : nil
        }
      }
    }
    var definition = Attribute.Definition(name: "length", columnName: "length")
    #expect(definition.customType == nil)
    definition.type = duration
    let values = try #require(definition.customType)
    #expect(values.text(.int(90)) == "1:30" && values.value("1:30") == .int(90))
    #expect(values.value("90") == nil && values.text(.null) == nil)
    #expect(values.noun == "a duration like 1:30" && values.storage == duration)
    // A type of the application counts before.
    definition.applicationType = CustomType("laps", storage: .integer) { _ in
      nil
    } value: { _ in
      nil
    }
    #expect(definition.customType?.name == "laps")
  }
}
