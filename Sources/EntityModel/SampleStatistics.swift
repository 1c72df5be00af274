package import Qualifiers
import Synchronization

/// Statistics of an attribute from sampled rows; other rows may differ.
package struct AttributeStatistics: Sendable, Hashable {
  /// Characters that are enough for nearly all values.
  package var width: Int?
  /// The few values that there are, in order; empty when there are many.
  package var values: [Value] = []

  /// Nothing found.
  package init() {}
}

/// Statistics from sampled rows of a table, and the filter that keeps hidden values out of them.
package final class SampleStatistics: Sendable {
  private struct State {
    var found: [String: AttributeStatistics]?
    var unseen = HiddenProperties()
    var label: String??
  }

  private let state = Mutex(State())

  /// Whether rows were looked at.
  package var isKnown: Bool { state.withLock { $0.found != nil } }

  /// Returns the statistics of an attribute; `nil` before rows were read, without values, or for a concealed attribute.
  package subscript(attribute: String) -> AttributeStatistics? {
    state.withLock { $0.unseen.conceals(attribute) ? nil : $0.found?[attribute] }
  }

  /// Takes over what was found of each attribute.
  package func set(_ findings: [String: AttributeStatistics]) {
    state.withLock { $0.found = findings }
  }

  /// The hidden rows and properties, as set by ``Model/conceal(_:)``.
  package var unseen: HiddenProperties { state.withLock { $0.unseen } }

  /// The label key computed without hidden values; `nil` when the definition's own label key applies.
  var label: String?? { state.withLock { $0.label } }

  /// Whether what rows show of an attribute may not be told.
  func conceals(_ attribute: String) -> Bool {
    state.withLock { $0.unseen.conceals(attribute) }
  }

  /// Whether an attribute is seen of no object.
  func hides(_ attribute: String) -> Bool {
    state.withLock { $0.unseen.properties.contains(attribute) }
  }

  func conceal(_ unseen: HiddenProperties, label: String??) {
    state.withLock { ($0.unseen, $0.label) = (unseen, label) }
  }
}
