/// The type-erased content of a container or modifier: a closure that appends the nodes of its views.
///
/// A generic container would be a new type for each content. The runtime makes each type at its first use, which took most of
/// the time to the first frame.
struct AnyContent {
  /// Appends the nodes of the views.
  let makeNodes: (ViewContext, inout [Node]) -> Void

  init<Content: View>(_ content: Content) {
    makeNodes = { context, nodes in content.makeNodes(in: context, into: &nodes) }
  }
}
