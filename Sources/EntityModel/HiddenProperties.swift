/// The names of an entity's properties that are hidden from the user, and whether rows are hidden too.
///
/// ``SampleStatistics`` uses it, so that hidden values do not influence widths, labels and columns on the screen.
package struct HiddenProperties: Sendable, Hashable {
  /// Whether there are rows that do not exist for him: then none of them tells anything.
  package var hidesRows: Bool
  /// Names of properties that he sees of no object.
  package var properties: Set<String> = []
  /// Names of properties that he sees of some objects only.
  package var partlyHiddenProperties: Set<String> = []

  /// Without arguments nothing.
  package init(hidesRows: Bool = false) { self.hidesRows = hidesRows }

  /// Whether it is nothing.
  package var isEmpty: Bool { self == HiddenProperties() }

  /// Whether what rows show of a property is not for him: they show what is hidden of some object.
  func conceals(_ name: String) -> Bool {
    hidesRows || properties.contains(name) || partlyHiddenProperties.contains(name)
  }
}
