package import Formatting
package import Qualifiers

/// An attribute that a model computes from others; statements leave it to the evaluator of the rule language.
package struct DerivedValue: Hashable {
  package let expression: Qualifiers.Expression
  /// The paths that the expression reads, in the order of the columns.
  package let paths: [PropertyPath]
  package let codings: [ColumnCoding]
  /// How the value is handed back.
  package let result: ColumnCoding
}
