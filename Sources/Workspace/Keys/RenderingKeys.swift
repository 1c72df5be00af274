// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Qualifiers
public import RuleEnvironment

/// The rule keys for titles, formatters, colours and everything else about how values are drawn.
public nonisolated struct RenderingKeys: KeyNamespace {
  public static let shared = Self()
  public static let category = "Rendering"

  public let title = Key("Direct to Terminal", "What a page, or the object it is about, is called.")
  public let navigationBarTitle = Key("Direct to Terminal", "The page's name in the breadcrumbs.")
  public let displayStringForNil = Key("∅", "Stands for a value that is null.")
  public let hideEmptyProperty = Key(
    false,
    "Leaves out attributes that are null or empty when inspecting."
  )
  public let formatter = Key<String?>(
    "How a value becomes text: the name of a formatter.",
    names: .formatter
  )
  public let displayPropertyKeys = Key<[String]>(
    [],
    "The columns or fields of a page, in order; paths allowed.",
    names: .property
  )
  public let columnOrder = Key<[String]>(
    [],
    "The columns of a list that stand first, in order; the others follow as `displayPropertyKeys` lists them.",
    names: .property
  )
  public let hiddenColumns = Key<[String]>(
    [],
    "The columns of a list that are hidden until `columns` shows them.",
    names: .property
  )
  public let menuEntityNames = Key<[String]>(
    [],
    "The entities that the menu offers, in order; what is left out may be seen all the same.",
    names: .entity
  )
  public let menuSections = Key<[[String]]>(
    [],
    "Groups of the menu: each a list of its name and its entities; the others stand in front.",
    names: .menuSection
  )
  package let chart = Key<String?>(
    nil,
    "The kind of chart that `groups` are drawn as.",
    allowed: ["bar", "column", "line", "scatter", "histogram", "calendar", nil]
  )
  package let chartEntityNames = Key<[String]>(
    [],
    "The entities whose `groups` are drawn on the start page.",
    names: .entity
  )
  public let sortOrderings = Key<[String]>(
    [],
    "The order of a list: property names, `-` before one for largest first, `natural`, `caseInsensitive`, "
      + "`nulls first` or `nulls last` behind.",
    names: .sortOrdering
  )
  public let groupBy = Key<String?>(
    "The property, or expression, whose values divide a list into groups with headings; `-` before it for largest first.",
    names: .sortOrdering
  )
  public let rows = Key(1, "Lines a value or editor takes.")
  public let labelWidth = Key<Int?>(
    "Width of the names before values on a page, in cells; null fits the names."
  )
  public let width = Key<Int?>("Width of a column or field, in cells; null fits the data.")
  public let alignment = Key<ValueAlignment>(
    .automatic,
    "Where a value stands in its column.",
    allowed: ValueAlignment.allCases
  )
  public let detailPlacement = Key<DetailPlacement>(
    .off,
    "Where a list shows the object under its cursor: `beside`, `below`, `off`, or `automatic`, beside where no column goes.",
    allowed: DetailPlacement.allCases
  )
  public let detailWidth = Key<Int?>(
    "Width of the object beside a list, in cells; null fits the screen."
  )
  public let showsTotals = Key(
    true,
    "Whether the status line of a list tells sum, mean, least and greatest value of the column under the cursor."
  )
  public let color = Key<String?>("Colour of a value or row, by name.", names: .color)
  public let style = Key<TextStyle?>(
    "Weight of a value or row: `bold`, `dim`, `italic`, `underline`, `reverse`, several with spaces."
  )
  public let hint = Key<String?>("A short help text beside an editor.")
}

/// The horizontal alignment of a value in its column, as the rule key `alignment` sets it.
public nonisolated enum ValueAlignment: String, ValueConvertible, CaseIterable {
  /// Numbers right, everything else left.
  case automatic
  case left, center, right
}

/// The place of the object under the cursor of a list, as the rule key `detailPlacement` sets it.
public nonisolated enum DetailPlacement: String, ValueConvertible, CaseIterable {
  /// Beside the list where the list keeps all columns it would show alone, else off.
  case automatic
  case beside, below, off
}

/// The text attributes that rules may set beside the colour: some of `bold dim italic underline reverse`.
public nonisolated struct TextStyle: ValueConvertible, Hashable {
  /// The words there are.
  public static let words = ["bold", "dim", "italic", "underline", "reverse"]
  /// The words given, in the order they were written.
  public let words: [String]

  /// A style of some of the words there are.
  public init(words: [String]) { self.words = words }

  public static var typeName: String { "words of " + words.joined(separator: ", ") }
  public static func convert(_ value: Value) -> TextStyle? {
    guard let words = value.string?.split(separator: " ").map(String.init),
      words.allSatisfy(Self.words.contains)
    else { return nil }
    return TextStyle(words: words)
  }
  public var value: Value { .string(words.joined(separator: " ")) }
}
