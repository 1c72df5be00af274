/// The form of ``ManagedColumns`` in this program's model files, for one kind of managing program: named whole numbers.
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
