import Widgets

/// The rows of an array.
final class ArrayRows<Element>: RowSource {
  /// The rows, in order.
  var elements: [Element]
  private let identify: (Element) -> AnyID

  /// Rows for `elements`, told apart by `id`.
  init<ID: Hashable>(_ elements: [Element], id: @escaping (Element) -> ID) {
    self.elements = elements
    identify = { AnyID(id($0)) }
  }

  var bounds: RowBounds { RowBounds(0..<elements.count) }

  func id(at position: Int) -> AnyID? {
    elements.indices.contains(position) ? identify(elements[position]) : nil
  }

  func position(of id: AnyID) -> Int? {
    elements.firstIndex { identify($0) == id }
  }
}
