/// Views whose type is forgotten: what a container or a modifier holds.
///
/// A container generic over its content would be another type wherever it stands, and the runtime makes each type when it
/// is first used: that was most of the time to the first frame. A closure costs no more than the type did.
struct AnyContent {
  /// Appends the nodes of the views.
  let makeNodes: (ViewContext, inout [Node]) -> Void

  init<Content: View>(_ content: Content) {
    makeNodes = { context, nodes in content.makeNodes(in: context, into: &nodes) }
  }
}
