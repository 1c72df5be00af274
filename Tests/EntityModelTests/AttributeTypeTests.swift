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
}
