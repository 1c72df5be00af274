/// The names of an entity's properties that are hidden from the user, and whether rows are hidden too.
///
/// ``SampleStatistics`` uses it, so that hidden values do not influence widths, labels and columns on the screen.
package struct HiddenProperties: Sendable, Hashable {
  /// Whether some rows are hidden from the user; then nothing that sampled rows show is used.
  package var hidesRows: Bool
  /// Names of properties that are hidden in all objects.
  package var properties: Set<String> = []
  /// Names of properties that are hidden in some objects.
  package var partlyHiddenProperties: Set<String> = []

  /// Hidden properties; without arguments nothing is hidden.
  package init(hidesRows: Bool = false) { self.hidesRows = hidesRows }

  /// Whether nothing is hidden.
  package var isEmpty: Bool { self == HiddenProperties() }

  /// Whether what sampled rows show of a property would reveal values that are hidden in some object.
  func conceals(_ name: String) -> Bool {
    hidesRows || properties.contains(name) || partlyHiddenProperties.contains(name)
  }
}
