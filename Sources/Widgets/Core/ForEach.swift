import RuleEnvironment

/// A view for each element of a collection, with the element's id as identity.
///
/// All views are made, seen or not: for thousands of rows use ``List`` or ``Table``.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: PrimitiveView {
  private let data: Data
  private let id: (Data.Element) -> ID
  private let content: (Data.Element) -> Content

  /// Views for `data`, told apart by what `id` leads to.
  public init(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.data = data
    self.id = { $0[keyPath: id] }
    self.content = content
  }

  /// Views for values that are their own id, such as property keys.
  @_disfavoredOverload
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
  where Data.Element == ID {
    self.data = data
    self.id = { $0 }
    self.content = content
  }

  /// Views for elements that name their id.
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
  where Data.Element: Identifiable, Data.Element.ID == ID {
    self.data = data
    self.id = { $0.id }
    self.content = content
  }

  /// Makes the nodes `view` is drawn with.
  public static func makeNodes(
    _ view: Self,
    in context: ViewContext,
    into nodes: inout [Node]
  ) {
    for element in view.data {
      let child = context.child(id: AnyHashable(view.id(element)))
      let content = EnvironmentValues.$current.withValue(context.environment) {
        view.content(element)
      }
      Content.makeNodes(content, in: child, into: &nodes)
    }
  }
}
