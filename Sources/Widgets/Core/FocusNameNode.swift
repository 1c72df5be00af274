/// A child that can be given the focus by name.
final class FocusNameNode: Node {
  let name: AnyID

  init(name: AnyID, child: Node) {
    self.name = name
    super.init(children: [child])
  }
}
