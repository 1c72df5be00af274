// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Members without a comment are called as the type of attribute they stand for.

package import EntityModel
import RuleEngine

/// The kind of value that a property holds; a component declares the kinds it can show.
public nonisolated struct PropertyKind: Sendable, Hashable {
  /// The name of the kind in lint messages.
  package let name: String

  private init(_ name: String) { self.name = name }

  /// An attribute of the type.
  package init(_ type: AttributeType) { self.init(type.rawValue) }

  /// An attribute of an application's own type.
  package init(_ type: CustomType) { self.init(type.name) }

  /// A relationship to one object.
  public static let toOne = PropertyKind(RuleSchema.Property.toOne)
  /// A relationship to any number of objects.
  public static let toMany = PropertyKind(RuleSchema.Property.toMany)
  public static let string = PropertyKind(.string)
  public static let text = PropertyKind(.text)
  public static let integer = PropertyKind(.integer)
  public static let number = PropertyKind(.number)
  public static let decimal = PropertyKind(.decimal)
  public static let bool = PropertyKind(.bool)
  public static let date = PropertyKind(.date)
  public static let time = PropertyKind(.time)
  public static let timestamp = PropertyKind(.timestamp)
  public static let json = PropertyKind(.json)
  public static let email = PropertyKind(.email)
  public static let url = PropertyKind(.url)
  public static let password = PropertyKind(.password)
  public static let blob = PropertyKind(.blob)
  public static let uuid = PropertyKind(.uuid)
  public static let any = PropertyKind(.any)

  /// The attribute types that hold numbers, and the untyped one.
  package static let numbers = kinds { $0.kind.isNumber || $0.kind == .any }
  /// The attribute types that can hold a date or a time: date types, numbers counted from an epoch, texts and untyped columns.
  package static let days = kinds {
    $0.kind.isTime || [.integer, .number, .any].contains($0.kind) || [.string, .text].contains($0)
  }
  /// The attribute types that can hold a truth value.
  package static let truths = kinds { [.bool, .integer, .any].contains($0.kind) }
  /// Attributes of every type.
  package static let attributes = kinds { _ in true }

  private static func kinds(where isIncluded: (AttributeType) -> Bool) -> Set<PropertyKind> {
    Set(AttributeType.allCases.filter(isIncluded).map { PropertyKind($0) })
  }
}

/// The use of a component: displaying a value, editing it or querying by it.
///
/// Each task has one of them.
public nonisolated enum ComponentPurpose: Sendable, Hashable {
  /// Shows it, in any task.
  case display
  /// Changes it, where objects are edited or made.
  case edit
  /// Asks for such values, where objects are to be found.
  case query
}
