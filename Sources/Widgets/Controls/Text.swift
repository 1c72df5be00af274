public import Terminal

/// Text, made harmless and cut or wrapped to its room.
///
/// One line is cut with `…`; with ``wrap(_:)`` it takes as many lines as it needs. Texts add up: `Text("⏎").bold() + Text(" open")`.
public struct Text: PrimitiveView {
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

  private init(runs: [Run]) {
    self.runs = runs
  }

  /// Both texts in one line, each as it looks.
  public static func + (first: Text, second: Text) -> Text {
    var text = first
    text.runs += second.runs
    return text
  }

  /// What the text is; its style follows from the palette.
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

  /// Where lines stand; other than leading ones take all the width they are offered.
  public func alignment(_ alignment: HorizontalAlignment) -> Text {
    var text = self
    text.alignment = alignment
    return text
  }

  /// Breaks lines at words, and keeps line breaks; at most `lineLimit` lines.
  public func wrap(_ lineLimit: Int? = nil) -> Text {
    var text = self
    text.wraps = true
    text.lineLimit = lineLimit
    return text
  }

  private func changingRuns(_ change: (inout Run) -> Void) -> Text {
    var text = self
    for index in text.runs.indices { change(&text.runs[index]) }
    return text
  }

  /// Makes the nodes `view` is drawn with.
  public static func makeNodes(
    _ view: Self,
    in context: ViewContext,
    into nodes: inout [Node]
  ) {
    nodes.append(
      TextNode(
        runs: view.runs(in: context),
        alignment: view.alignment,
        wraps: view.wraps,
        lineLimit: view.lineLimit
      )
    )
  }

  /// The text with its styles, as the palette of `context` has them.
  func runs(in context: ViewContext) -> [StyledRun] {
    runs.map { run in
      let base = run.role.map { context.style.overlaid(with: context.palette[$0]) }
      return (text: run.text, style: (base ?? context.style).overlaid(with: run.style))
    }
  }
}

/// A piece of text in one style.
typealias StyledRun = (text: String, style: Style)
