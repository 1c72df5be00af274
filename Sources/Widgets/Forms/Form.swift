/// Rows with labels of one width.
public struct Form: NodeView {
  private let content: AnyContent

  /// A column of ``FormRow``s, at any depth; other views may stand between them.
  public init<Content: View>(@ViewBuilder content: () -> Content) {
    self.content = AnyContent(content())
  }

  /// The node the view is drawn with.
  package func node(in context: ViewContext) -> Node {
    let node = context.child(0).node(of: content)
    var rows: [FormRowNode] = []
    Self.collect(node, into: &rows)
    let longest = rows.map(\.labelCells).max() ?? 0
    for row in rows { row.longestLabel = longest }
    return node
  }

  private static func collect(_ node: Node, into rows: inout [FormRowNode]) {
    if let row = node as? FormRowNode { rows.append(row) }
    for child in node.children { collect(child, into: &rows) }
  }
}

/// The state of a form field: required, modified, its problem and its hint.
public nonisolated struct FieldState: Hashable, Sendable {
  /// A value must be given: `*` after the label.
  public var isRequired: Bool
  /// The value differs from the saved one: `●` before the label.
  public var isModified: Bool
  /// The validation message, shown after `✗`.
  public var problem: String?
  /// A hint for filling in the field, shown dim.
  public var hint: String?

  /// The state of a field.
  public init(
    isRequired: Bool = false,
    isModified: Bool = false,
    problem: String? = nil,
    hint: String? = nil
  ) {
    self.isRequired = isRequired
    self.isModified = isModified
    self.problem = problem
    self.hint = hint
  }
}

/// A label, a value or field, and what is wrong with it.
public struct FormRow: NodeView {
  private let label: String
  private let state: FieldState
  private let labelWidth: Int?
  private let content: AnyContent

  /// A row of a ``Form``, or one on its own with a `labelWidth` in cells.
  public init<Content: View>(
    _ label: String,
    state: FieldState = FieldState(),
    labelWidth: Int? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.label = label
    self.state = state
    self.labelWidth = labelWidth.map(Extent.limited)
    self.content = AnyContent(content())
  }

  /// The node the view is drawn with.
  package func node(in context: ViewContext) -> Node {
    let node = context.child(0).node(of: content)
    let row = FormRowNode(label: label, state: state, context: context, child: node)
    if let labelWidth { row.longestLabel = labelWidth }
    return row
  }
}
