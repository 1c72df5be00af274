// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Members without a comment are called as the type of attribute they stand for.

package import EntityModel
import Formatting
import RuleEngine

/// What a property holds, as components tell which they are made for.
public nonisolated struct PropertyKind: Sendable, Hashable {
  /// What lints call it.
  package let name: String

  private init(_ name: String) { self.name = name }

  /// An attribute of the type.
  package init(_ type: AttributeType) { self.init(type.rawValue) }

  /// An attribute of an application's own type.
  package init(_ type: CustomType) { self.init(type.name) }

  /// A relationship to one object.
  package static let toOne = PropertyKind(RuleSchema.Property.toOne)
  /// A relationship to any number of objects.
  package static let toMany = PropertyKind(RuleSchema.Property.toMany)
  package static let string = PropertyKind(.string)
  package static let text = PropertyKind(.text)
  public static let integer = PropertyKind(.integer)
  package static let number = PropertyKind(.number)
  package static let decimal = PropertyKind(.decimal)
  package static let bool = PropertyKind(.bool)
  package static let date = PropertyKind(.date)
  package static let time = PropertyKind(.time)
  package static let timestamp = PropertyKind(.timestamp)
  package static let json = PropertyKind(.json)
  package static let email = PropertyKind(.email)
  package static let url = PropertyKind(.url)
  package static let password = PropertyKind(.password)
  package static let blob = PropertyKind(.blob)

  /// What is counted or measured, also where the column says no type.
  package static let numbers: Set<PropertyKind> = [.integer, .number, .decimal, PropertyKind(.any)]
  /// What says when, as a moment or the text of one.
  package static let days: Set<PropertyKind> = [
    .date, .time, .timestamp, .string, .text, .integer, .number, PropertyKind(.any),
  ]
  /// What is true or false.
  package static let truths: Set<PropertyKind> = [.bool, .integer, PropertyKind(.any)]
  /// Attributes of every type.
  package static let attributes = Set(AttributeType.allCases.map { PropertyKind($0) })
}

/// What a component does with a value; a task belongs to one of them.
public nonisolated enum ComponentPurpose: Sendable, Hashable {
  /// Shows it, in any task.
  case display
  /// Changes it, where objects are edited or made.
  case edit
  /// Asks for such values, where objects are to be found.
  case query
}
