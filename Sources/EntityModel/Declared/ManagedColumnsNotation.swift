/// How the JSON of models writes the ``ManagedColumns`` of a program: as whole numbers, each with a name.
package struct ManagedColumnsNotation: Sendable {
  /// The names, in their order.
  package let names: [String]
  /// Makes the columns of the numbers in that order.
  package let columns: @Sendable ([Int64]) -> ManagedColumns

  /// A notation.
  package init(names: [String], columns: @escaping @Sendable ([Int64]) -> ManagedColumns) {
    (self.names, self.columns) = (names, columns)
  }
}
