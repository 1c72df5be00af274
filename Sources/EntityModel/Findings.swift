package import Qualifiers
import Synchronization

/// What a look at some rows of a table showed of one attribute; nothing that holds for certain.
package struct AttributeFindings: Sendable, Hashable {
  /// Characters that are enough for nearly all values.
  package var width: Int?
  /// The few values that there are, in order; empty when there are many.
  package var values: [Value] = []

  /// Nothing found.
  package init() {}
}

/// What a look at some rows of a table showed, once it was taken, and what of it may be told.
package final class Findings: Sendable {
  private struct State {
    var found: [String: AttributeFindings]?
    var unseen = Unseen()
    var label: String??
  }

  private let state = Mutex(State())

  /// Whether rows were looked at.
  package var isKnown: Bool { state.withLock { $0.found != nil } }

  /// What was found of an attribute; `nil` when rows were not looked at yet, there was nothing to see, or it may not be seen.
  package subscript(attribute: String) -> AttributeFindings? {
    state.withLock { $0.unseen.conceals(attribute) ? nil : $0.found?[attribute] }
  }

  /// Takes over what was found of each attribute.
  package func set(_ findings: [String: AttributeFindings]) {
    state.withLock { $0.found = findings }
  }

  /// What may not be seen, as ``Model/conceal(_:)`` was told.
  package var unseen: Unseen { state.withLock { $0.unseen } }

  /// What names the objects, found of what may be seen; `nil` where that is what was found of all.
  var label: String?? { state.withLock { $0.label } }

  /// Whether what rows show of an attribute may not be told.
  func conceals(_ attribute: String) -> Bool {
    state.withLock { $0.unseen.conceals(attribute) }
  }

  /// Whether an attribute is seen of no object.
  func hides(_ attribute: String) -> Bool {
    state.withLock { $0.unseen.properties.contains(attribute) }
  }

  func conceal(_ unseen: Unseen, label: String??) {
    state.withLock { ($0.unseen, $0.label) = (unseen, label) }
  }
}
