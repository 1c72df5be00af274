package import Terminal

/// A line of keys with their titles, such as the answers to a question; each can be clicked with the mouse.
package struct KeyButtons: PrimitiveView {
  private let keys: [(key: KeyEvent, title: String)]

  /// Keys in their order.
  package init(_ keys: [(key: KeyEvent, title: String)]) { self.keys = keys }

  /// Makes a button of each, or where there is little room one text of all.
  package func makeNodes(in context: ViewContext, into nodes: inout [Node]) {
    let host = context.host
    if CompactLayout.isTight(host.size) {
      let texts = keys.map { text($0, on: host) }
      let all = texts.dropFirst().reduce(texts.first ?? Text("")) { $0 + Text("   ") + $1 }
      return all.wrap().makeNodes(in: context, into: &nodes)
    }
    HStack(spacing: 3) {
      ForEach(Array(keys.indices)) { index in
        text(keys[index], on: host).onEvent { event, context in
          guard case .mouse(let mouse) = event, mouse.action == .press(.left) else { return false }
          context.host.handle(.key(keys[index].key))
          return true
        }
      }
    }
    .makeNodes(in: context, into: &nodes)
  }

  private func text(_ button: (key: KeyEvent, title: String), on host: ViewHost) -> Text {
    Text(host.symbol(of: button.key)).role(.key) + Text(" \(button.title)")
  }
}
