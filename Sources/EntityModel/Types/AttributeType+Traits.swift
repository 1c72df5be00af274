extension AttributeType {
  /// The traits of an attribute type beyond its kind: noun for messages, column declarations, storage, usual length.
  package struct Traits: Sendable {
    /// The noun for messages that ask for a value: `a whole number`.
    package var noun = "text"
    /// A text that a field takes, for messages: `42`; `nil` where the noun says it, as `yes or no` does.
    package var example: String?
    /// The declarations of columns that name the type, in small letters: `boolean`.
    package var declarations: Set<String> = []
    /// How columns that are declared so store their values.
    package var storage = StorageFormat.native
    /// The question that sample values of a column with such a declaration can answer; `nil` for none.
    var question: ColumnType.Question?
    /// Whether the words of a column's name say that its values, which are of the kind, are of the type.
    package var isNamed: @Sendable (_ words: [String]) -> Bool = { _ in false }
    /// The declaration of a new column.
    package var declaration: @Sendable (_ width: Int?, _ scale: Int?) -> String = { _, _ in "TEXT" }
    /// Whether values are too long for a column of a list.
    package var isProse = false
    /// Whether values are words by which people know an object.
    package var isName = false
    /// Whether values are texts as people write them.
    package var isFreeText = false
    /// Whether a column may keep the values as bytes.
    package var mayBeBytes = false
    /// Whether values are entered into a line, and only rows tell how long they are.
    package var isMeasured = false
    /// The characters that values usually have; `nil` where rows tell.
    package var usualLength: Int?
    /// How people read and write values; `nil` for those that are written as all of the kind.
    package var values: (@Sendable (AttributeType) -> CustomType)?
  }

  /// The type of a kind that the words of a column's name suggest.
  static func named(by words: [String], _ kind: Kind) -> Self? {
    allCases.first { $0.kind == kind && $0.traits.isNamed(words) }
  }

  /// The type that the declaration of a column names.
  static func declared(as name: String) -> Self? { byDeclaration[name] }

  private static let byDeclaration: [String: Self] = {
    var types: [String: Self] = [:]
    for type in allCases { for name in type.traits.declarations { types[name] = type } }
    return types
  }()
}
