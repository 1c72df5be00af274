public import Qualifiers

/// The storage format of a date, time, timestamp or boolean in a column, for example ISO text or seconds since 1970.
///
/// The program keeps the format when it writes a value back.
package enum StorageFormat: String, Sendable, Hashable, CaseIterable {
  /// The default storage of the type.
  case native
  /// Text: `2024-03-01`, `2024-03-01 12:30:00`, `12:30`.
  case isoText
  /// Text with a `T` between day and time.
  case isoTextT
  /// Text with an offset from UTC, each with its own: `2024-05-01T12:00:00+02:00`.
  case isoOffset
  /// Text in UTC, all written alike, so that their order is that of the texts: `2024-05-01T10:00:00Z`. Only a model says
  /// so: it speaks for every row.
  case isoUTC
  case epochSeconds
  case epochMilliseconds
  /// Microseconds since 1970-01-01, as Firefox writes.
  case epochMicroseconds
  case epochNanoseconds
  /// Seconds since 1601-01-01.
  case webKitSeconds
  case webKitMilliseconds
  /// Microseconds since 1601-01-01, as Chromium writes.
  case webKitMicroseconds
  /// Tenths of microseconds since 1601-01-01, as Windows writes.
  case fileTime
  case julianDay
  /// Seconds since 2001-01-01, Apple's reference date.
  case referenceSeconds
  case referenceMilliseconds
  /// Nanoseconds since 2001-01-01, as Apple's Messages writes.
  case referenceNanoseconds
  /// A number whose digits are those of the day and the time: `20180213`, `20180213105900`.
  case digits
  /// A text whose digits are those of the day and the time.
  case digitText
  /// A boolean as the numbers 0 and 1.
  case zeroOne

  /// Whether values are texts that say how far they are from UTC.
  package var hasOffset: Bool { self == .isoOffset || self == .isoUTC }

  /// Whether values are texts.
  var isText: Bool { self == .isoText || self == .isoTextT || self == .digitText || hasOffset }

  /// How a clock counts: what stands for 2001-01-01, and how many to a second; `nil` where no clock is counted.
  package var count: (origin: Int64, perSecond: Double)? {
    switch self {
    case .epochSeconds: (978_307_200, 1)
    case .epochMilliseconds: (978_307_200_000, 1e3)
    case .epochMicroseconds: (978_307_200_000_000, 1e6)
    case .epochNanoseconds: (978_307_200_000_000_000, 1e9)
    case .webKitSeconds: (12_622_780_800, 1)
    case .webKitMilliseconds: (12_622_780_800_000, 1e3)
    case .webKitMicroseconds: (12_622_780_800_000_000, 1e6)
    case .fileTime: (126_227_808_000_000_000, 1e7)
    case .referenceSeconds: (0, 1)
    case .referenceMilliseconds: (0, 1e3)
    case .referenceNanoseconds: (0, 1e9)
    default: nil
    }
  }

  /// Whether values are counted from a beginning, where 0 stands for none.
  package var isCounted: Bool { count != nil || self == .julianDay || self == .digits }
}

/// The minimum or maximum of an attribute's values: the limit, and whether the limit itself is allowed.
///
/// Reflection finds it in check constraints; validation compares values with it.
public struct Bound: Sendable, Hashable {
  /// The value at the end.
  public var value: Value
  /// Whether that value itself is allowed.
  package var isIncluded: Bool

  /// An end of a range.
  public init(_ value: Value, isIncluded: Bool = true) {
    (self.value, self.isIncluded) = (value, isIncluded)
  }
}

/// A property of an entity that holds a value: a column of its table, or one derived from other properties.
public final class Attribute: KeyValueCoding, Hashable {
  /// The description from which an attribute is made: name, column, type and constraints.
  ///
  /// Reflection and model files fill it in.
  public struct Definition: PropertyDefinition, Sendable, Hashable {
    /// lowerCamelCase, unique in its entity.
    package var name: String
    /// The column, exactly.
    package var columnName: String
    /// The type as declared in the schema: `NVARCHAR(160)`; empty without a declaration.
    package var declaredType = ""
    /// Whether a number with a fraction becomes a binary one, which keeps some 15 digits.
    package var storesBinaryFractions = false
    /// Whether whole numbers are kept so too.
    package var storesOnlyBinaryFractions = false
    /// Whether a number becomes a text, for which the database writes some 15 digits of a fraction.
    package var storesNumbersAsText = false
    /// The type of the values.
    package var type = AttributeType.any
    /// The application's own type of its values; `nil` for none.
    package var applicationType: CustomType?
    /// The custom form in which people read and write values, of the application or the type; `nil` for that of the kind.
    package var customType: CustomType? { applicationType ?? type.ownValues }
    /// The group of properties to which it belongs on pages; `nil` for none.
    package var category: String?
    /// How it is stored.
    package var storage = StorageFormat.native
    /// Whether values of the column decided the type or the storage, and not the declaration alone.
    package var isTypeFound = false
    /// Whether all moments looked at were midnight.
    package var isWholeDay = false
    /// Whether 0 and -1 stand for no moment at all: so it is where moments found by their numbers are of our days.
    package var zeroIsNever = false
    /// The parts of a time that most texts of the column omit.
    package var omissions: TimeOmissions = []
    /// Statistics of sampled rows; `nil` when none were read.
    package var evidence: ColumnStatistics?
    /// The type according to the column's declaration alone; `nil` where a model gives the type.
    var declaredColumn: ColumnType?
    /// Whether the database allows null.
    package var isNullable = true
    /// The model asks for a value, whatever the database allows.
    package var isRequired = false
    /// Computed by the database, never written.
    package var isGenerated = false
    /// Part of the identity.
    package var isPrimaryKey = false
    /// The number of the row itself: the database counts it up, and it cannot be null.
    package var isRowNumber = false
    /// A source of some to-one relationship.
    package var isForeignKey = false
    /// Unique by itself.
    package var isUnique = false
    /// The database makes a value when none is given: the number of the row, or a default.
    package var hasDefault = false
    /// The default as SQL, if any.
    package var defaultExpression: String?
    /// Longest text, when declared.
    package var width: Int?
    /// Digits behind the point, when declared.
    package var scale: Int?
    /// The only values allowed, when the schema says so.
    package var choices: [Value] = []
    /// The least value allowed, when the schema says so.
    package var minimum: Bound?
    /// The greatest value allowed, when the schema says so.
    package var maximum: Bound?
    /// Shortest text, when the schema says so.
    package var minimumLength: Int?
    /// How texts are compared, when not byte by byte: the name of a collation.
    package var collation: String?
    /// Whether the value of a stored row can be changed: not each column of a view that triggers write can.
    package var isUpdatable = true
    /// Not shown unless a rule asks: hidden columns of virtual tables.
    package var isHidden = false
    /// A regular expression that must be found in a text, as a declared model says.
    package var pattern: String?
    /// How the program finds the value, when no column holds it.
    package var derivation: Derivation?
    /// The initial value in new objects, when the database gives no default.
    package var initialValue: Value?
    /// The model's documentation.
    package var documentation: String?
    /// Custom values from the model, by name.
    package var userInfo: [String: Value] = [:]

    package static let blank = Self(name: "", columnName: "")

    /// A nullable attribute of unknown type.
    package init(name: String, columnName: String) {
      (self.name, self.columnName) = (name, columnName)
    }
  }

  /// The source of a derived attribute's value, which has no column: a path of to-one relationships, or an expression.
  public enum Derivation: Sendable, Hashable {
    /// The value at the end of a path of to-one relationships.
    case path(PropertyPath)
    /// A value of the rule language over the object's own properties: a template, a condition, a choice.
    case expression(Expression)
  }

  /// All that is known of it.
  public let definition: Definition
  /// The statistics of sampled rows of its entity.
  let findings: SampleStatistics?
  /// Whether capitals of the column's name mean something: where not all names of its table are written in them.
  private let hasOwnSpelling: Bool
  /// The words with which the names of its neighbours begin, too; often none.
  private let sharedWords: String
  private let shownName = LazyText()

  /// An attribute as defined.
  package init(_ definition: Definition) {
    (self.definition, findings, hasOwnSpelling, sharedWords) = (definition, nil, false, "")
  }

  init(
    _ definition: Definition,
    findings: SampleStatistics,
    hasOwnSpelling: Bool,
    sharedWords: String = ""
  ) {
    (self.definition, self.findings, self.sharedWords) = (definition, findings, sharedWords)
    self.hasOwnSpelling = hasOwnSpelling
  }

  /// lowerCamelCase, unique in its entity.
  public var name: String { definition.name }
  /// The column, exactly.
  public var columnName: String { definition.columnName }
  /// The name on screen: `unitPrice` is “Unit price”.
  public var displayName: String {
    shownName.text {
      // The column's spelling tells more than the property's, as long as the one was made of the other.
      let text =
        hasOwnSpelling && Naming.propertyName(for: columnName) == name
        ? Naming.displayName(forColumn: columnName) : Naming.displayName(forProperty: name)
      return Naming.withoutSharedWords(text, sharedWords)
    }
  }
  /// The type of the values.
  package var type: AttributeType { definition.type }
  /// Statistics of sampled rows; `nil` when none were read, or when they would reveal hidden values.
  package var evidence: ColumnStatistics? {
    findings?.conceals(name) == true ? nil : definition.evidence
  }
  /// The declared type of an attribute that is hidden in all objects, so that no row influences it; `nil` for other attributes.
  var knownColumn: ColumnType? {
    findings?.hides(name) == true ? definition.declaredColumn : nil
  }
  var knownType: AttributeType { knownColumn?.type ?? type }
  /// Whether a person may leave it empty: the database allows null, and the model does not ask for a value.
  public var isNullable: Bool { definition.isNullable && !definition.isRequired }

  /// Whether both are defined alike.
  public static func == (left: Attribute, right: Attribute) -> Bool {
    left === right || left.definition == right.definition
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(definition.name) }
}
