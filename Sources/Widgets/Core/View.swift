import RuleEnvironment

/// A piece of the screen, described by what it is made of.
///
/// A view is a value: its `body` is evaluated whenever the screen is drawn anew and what must survive lives in
/// ``State`` or in the environment. All calls are on the main actor, and so is every view, whatever else its module holds
/// to: the attribute says so, because other modules do not inherit an isolation that is only the default of this one.
///
///     struct Greeting: View {
///       @Environment(\.title) private var title
///
///       var body: some View { Text(title) }
///     }
@MainActor
public protocol View {
  /// The type of ``body``; `Never` for the views this module draws itself.
  associatedtype Body: View

  /// The content of the view.
  @ViewBuilder var body: Body { get }

  /// Appends the layout nodes that the view stands for; only this module implements it.
  func makeNodes(in context: ViewContext, into nodes: inout [Node])
}

extension View {
  /// Evaluates `body` in the scope of `context`, with the state that lives at its identity.
  ///
  /// Stands in the modules of the views, which know what their bodies are: to look that up takes milliseconds when the
  /// program starts.
  @inlinable public func makeNodes(in context: ViewContext, into nodes: inout [Node]) {
    context.enter(self)
    context.makeNodes(of: context.evaluating(Self.self) { body }, into: &nodes)
  }
}

extension ViewContext {
  /// Gives a view the state that lives here.
  @usableFromInline func enter<Content: View>(_ view: Content) {
    identity.enter(Content.self)
    host.link(view, in: self)
  }

  /// Evaluates the body of a view here.
  @usableFromInline func evaluating<Body: View>(_ view: Any.Type, _ body: () -> Body) -> Body {
    var scope = environment
    #if DEBUG
    // Names the view in the fault of a required key that is not set.
    scope.reader = view
    #endif
    return EnvironmentValues.$current.withValue(scope) { body() }
  }

  /// Appends the nodes of the body of the view that is here.
  @usableFromInline func makeNodes<Body: View>(of body: Body, into nodes: inout [Node]) {
    body.makeNodes(in: child(0), into: &nodes)
  }
}

/// A view without a `body` that makes its nodes itself: the basic views and modifiers of this module.
package protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
  /// Never asked: primitives make nodes.
  public var body: Never {
    preconditionFailure("\(Self.self) has no body; it is drawn by makeNodes")
  }

  /// The view with some of its properties changed.
  func with(_ change: (inout Self) -> Void) -> Self {
    var view = self
    change(&view)
    return view
  }
}

/// A primitive view that is drawn by exactly one node, such as ``Text``, ``VStack`` or ``Form``.
package protocol NodeView: PrimitiveView {
  /// The node the view is drawn with.
  func node(in context: ViewContext) -> Node
}

extension NodeView {
  /// Appends the node the view is drawn with.
  public func makeNodes(in context: ViewContext, into nodes: inout [Node]) {
    nodes.append(node(in: context))
  }
}

extension Never: View {
  /// There is none.
  public typealias Body = Never

  /// No value of this type exists.
  public var body: Never { self }

  /// Never asked.
  public func makeNodes(in context: ViewContext, into nodes: inout [Node]) {}
}

/// A view that draws nothing and takes no space in a layout.
public struct EmptyView: PrimitiveView {
  /// A view that draws nothing.
  public init() {}

  /// Makes the nodes the view is drawn with.
  public func makeNodes(in context: ViewContext, into nodes: inout [Node]) {}
}

/// Several views as one, laid out as if they stood in the surrounding stack.
public struct Group: PrimitiveView {
  private let content: AnyContent

  /// The views of `content`, without a layout of their own.
  public init<Content: View>(@ViewBuilder content: () -> Content) {
    self.content = AnyContent(content())
  }

  /// Makes the nodes the view is drawn with.
  public func makeNodes(in context: ViewContext, into nodes: inout [Node]) {
    content.makeNodes(context, &nodes)
  }
}

/// A view whose type is chosen while the program runs: by a rule.
public struct AnyView: PrimitiveView {
  private let make: (ViewContext, inout [Node]) -> Void

  /// Hides the type of `view`; state behind it is kept while the type stays the same.
  public init<Content: View>(_ view: Content) {
    make = { context, nodes in
      context.identity.enter(Content.self)
      view.makeNodes(in: context.child(0), into: &nodes)
    }
  }

  /// Makes the nodes the view is drawn with.
  public func makeNodes(in context: ViewContext, into nodes: inout [Node]) {
    make(context, &nodes)
  }
}
