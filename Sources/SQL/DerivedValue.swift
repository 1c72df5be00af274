package import Formatting
package import Qualifiers

/// A derived attribute in a statement: its expression, the columns that it reads with their codings, and the result's coding.
///
/// The evaluator of the rule language computes it for each row, called as an SQL function.
package struct DerivedValue: Hashable {
  package let expression: Qualifiers.Expression
  /// The paths that the expression reads, in the order of the columns.
  package let paths: [PropertyPath]
  package let codings: [ColumnCoding]
  /// How the value is handed back.
  package let result: ColumnCoding
}
