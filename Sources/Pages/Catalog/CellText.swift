import EntityModel
import EntityStore
package import Qualifiers
public import RuleEnvironment
import StandardKeys
import Terminal
public import Widgets
import Workspace

/// The formatted text of a value for a cell, with its semantic role and its style.
public struct CellText: Hashable {
  /// The text to show.
  ///
  /// Control characters are made harmless when it is drawn.
  public var text: String
  /// The semantic role that decides the style; `nil` for plain text.
  public var role: Role?
  /// The style from rules, applied over the style of the role.
  var style = Style.plain

  /// The maximum length read for a cell, in characters of a text or bytes of a blob.
  ///
  /// Pages about one object read all.
  package static let lengthRead = 1_000

  /// A text in a role.
  public init(_ text: String, role: Role? = nil) {
    (self.text, self.role) = (text, role)
  }

  /// The text in its role and style.
  var shown: Text { Text(text).role(role).style(style) }

  /// Stands for a value that is null.
  static func null(in scope: EnvironmentValues) -> CellText {
    CellText(scope[RenderingKeys.shared.displayStringForNil], role: .null)
  }

  /// Stands for a value that is null, or has not been read yet.
  private static func missing(in scope: EnvironmentValues) -> CellText {
    let path = PropertyPath(scope[ModelKeys.shared.propertyKey]).components
    guard let object = scope[ObjectKeys.shared.object], !object.isNew,
      scope[ModelKeys.shared.attribute] != nil, object.value(forPath: path[...]) == nil
    else { return .null(in: scope) }
    return .unread
  }

  /// Stands for a value that is being read.
  static let unread = CellText("…", role: .dim)

  /// The value of the scope's property as its formatter says.
  public static func formatted(in scope: EnvironmentValues) -> CellText {
    if let objects = objects(in: scope) { return objects }
    let value = scope[ModelKeys.shared.propertyValue]
    if value.isNull { return missing(in: scope) }
    return CellText(scope.formatted(value))
  }
}

extension EnvironmentValues {
  /// `value` as the scope's formatter says, or as plain text.
  package func formatted(_ value: Value) -> String {
    guard let text = chosenFormatter?.text(value, formatContext) else {
      return value.plainlyShown(for: self[ModelKeys.shared.attribute])
    }
    return text
  }

  /// The formatter that rules name, whatever the labels of choices.
  var namedFormatter: Formatter? {
    self[RenderingKeys.shared.formatter].flatMap {
      self[CatalogKeys.shared.rendering]?.catalog.formatter(called: $0)
    }
  }

  /// The formatter that rules choose for the scope, behind the labels of its choices; `nil` for none.
  var chosenFormatter: Formatter? {
    let formatter = namedFormatter
    let choices = self[EditingKeys.shared.choices]
    return choices.hasLabels ? Formatter(labelling: choices, else: formatter) : formatter
  }

  var formatContext: FormatContext {
    FormatContext(
      attribute: self[ModelKeys.shared.attribute],
      numbers: self[MiscKeys.shared.locale].numbers
    )
  }

  /// How the scope's value looks: its colour and style by rule.
  func style(in palette: Palette) -> Style? {
    var style = Style.plain
    if let color = self[RenderingKeys.shared.color], let named = palette.style(named: color) {
      style = style.overlaid(with: named)
    }
    for word in self[RenderingKeys.shared.style]?.words ?? [] {
      switch word {
      case "bold": style = style.overlaid(with: .bold)
      case "dim": style = style.overlaid(with: .dim)
      case "italic": style = style.overlaid(with: .italic)
      case "underline": style = style.overlaid(with: .underline)
      case "reverse": style = style.overlaid(with: .reverse)
      default: break
      }
    }
    return style == .plain ? nil : style
  }

  /// Whether part of the scope's value would be misread as another one.
  var isColumnIndivisible: Bool {
    self[ModelKeys.shared.attribute]?.type.kind.isTime == true
  }

  /// The alignment of the scope's value in its column.
  package var columnAlignment: HorizontalAlignment {
    switch self[RenderingKeys.shared.alignment] {
    case .left: .leading
    case .center: .center
    case .right: .trailing
    case .automatic:
      self[ModelKeys.shared.attribute]?.type.kind.isNumber == true ? .trailing : .leading
    }
  }
}

/// A view that shows a property's value as styled text, produced by a `CellText` function such as `CellText.plain`.
///
/// Used by display components, and by editors and search fields without a form.
struct CellTextView: View {
  let cell: @MainActor (EnvironmentValues) -> CellText

  var body: some View {
    let scope = EnvironmentValues.current
    let content = cell(scope)
    let lines = scope[RenderingKeys.shared.rows]
    let text = Text(content.text).role(content.role)
    let style = scope.style(in: scope[CatalogKeys.shared.rendering]?.palette ?? .mono) ?? .plain
    (lines > 1 ? text.wrap(lines) : text).style(style)
  }
}
