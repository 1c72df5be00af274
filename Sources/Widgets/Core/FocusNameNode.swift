/// A node that gives its child a name, by which the focus can be set or restored.
final class FocusNameNode: Node {
  let name: AnyID

  init(name: AnyID, child: Node) {
    self.name = name
    super.init(children: [child])
  }
}
