public import Terminal

/// Text, made harmless and cut or wrapped to its room.
///
/// One line is cut with `…`; with ``wrap(_:)`` it takes as many lines as it needs. Texts add up: `Text("⏎").bold() + Text(" open")`.
public struct Text: NodeView {
  /// A part of a ``Text`` with one style: its characters, the role that the palette resolves, and a style laid over that.
  struct Run {
    var text: String
    var role: Role?
    var style: Style = .plain
  }

  private var runs: [Run]
  private var alignment: HorizontalAlignment = .leading
  private var wraps = false
  private var lineLimit: Int?

  /// The text of anything, data included.
  public init(_ text: some StringProtocol) {
    runs = [Run(text: String(text))]
  }

  /// Both texts in one line, each as it looks.
  public static func + (first: Text, second: Text) -> Text {
    first.with { $0.runs += second.runs }
  }

  /// Sets the role of the text, which determines its style by the palette.
  public func role(_ role: Role?) -> Text {
    guard let role else { return self }
    return changingRuns { $0.role = role }
  }

  /// Lays `style` over the text.
  public func style(_ style: Style) -> Text {
    changingRuns { $0.style = $0.style.overlaid(with: style) }
  }

  /// In bold.
  public func bold() -> Text { style(.bold) }

  /// Faint.
  public func dim() -> Text { role(.dim) }

  /// Sets the alignment of the lines; any but leading takes the full width offered.
  public func alignment(_ alignment: HorizontalAlignment) -> Text {
    with { $0.alignment = alignment }
  }

  /// Breaks lines at words, and keeps line breaks; at most `lineLimit` lines.
  public func wrap(_ lineLimit: Int? = nil) -> Text {
    with {
      $0.wraps = true
      $0.lineLimit = lineLimit
    }
  }

  /// The text without its styles.
  package var string: String { runs.map(\.text).joined() }

  private func changingRuns(_ change: (inout Run) -> Void) -> Text {
    with { for index in $0.runs.indices { change(&$0.runs[index]) } }
  }

  /// The node the view is drawn with.
  package func node(in context: ViewContext) -> Node {
    TextNode(runs: runs(in: context), alignment: alignment, wraps: wraps, lineLimit: lineLimit)
  }

  /// The text with its styles, as the palette of `context` has them.
  func runs(in context: ViewContext) -> [StyledRun] {
    runs.map { run in
      let base = run.role.map { context.style.overlaid(with: context.palette[$0]) }
      return (text: run.text, style: (base ?? context.style).overlaid(with: run.style))
    }
  }
}
