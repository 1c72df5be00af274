import RuleEnvironment

/// A view for each element of a collection, with the element's id as identity.
///
/// All views are made, seen or not: for thousands of rows use ``List`` or ``Table``.
public struct ForEach: PrimitiveView {
  private let elements: [(id: AnyID, content: () -> AnyContent)]

  private init<Data: RandomAccessCollection, ID: Hashable, Content: View>(
    elements data: Data,
    id: (Data.Element) -> ID,
    content: @escaping (Data.Element) -> Content
  ) {
    elements = data.map { element in
      (AnyID(id(element)), { AnyContent(content(element)) })
    }
  }

  /// Views for `data`, told apart by what `id` leads to.
  public init<Data: RandomAccessCollection, ID: Hashable, Content: View>(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.init(elements: data, id: { $0[keyPath: id] }, content: content)
  }

  /// Views for values that are their own id, such as property keys.
  @_disfavoredOverload
  public init<Data: RandomAccessCollection, Content: View>(
    _ data: Data,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) where Data.Element: Hashable {
    self.init(elements: data, id: { $0 }, content: content)
  }

  /// Views for elements that name their id.
  public init<Data: RandomAccessCollection, Content: View>(
    _ data: Data,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) where Data.Element: Identifiable {
    self.init(elements: data, id: { $0.id }, content: content)
  }

  /// Makes the nodes the view is drawn with.
  public func makeNodes(in context: ViewContext, into nodes: inout [Node]) {
    for element in elements {
      let content = EnvironmentValues.$current.withValue(context.environment) {
        element.content()
      }
      content.makeNodes(context.child(id: element.id), &nodes)
    }
  }
}
