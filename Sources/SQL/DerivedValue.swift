package import Formatting
package import Qualifiers

/// A value or condition that the evaluator of the rule language computes for each row of a statement, called as an SQL
/// function with the leaves of its expression.
package struct DerivedValue: Hashable {
  /// The expression or condition that is evaluated.
  package enum Content: Hashable {
    case value(Qualifiers.Expression)
    case truth(Qualifier)
  }

  /// A part of the content that the statement reads for the evaluator.
  package enum Leaf: Hashable {
    case path(PropertyPath)
    case aggregate(PathAggregate)
  }

  /// The form of a leaf's value among the arguments.
  package enum Argument: Hashable {
    /// A column's value, with the coding to decode it.
    case column(ColumnCoding)
    /// The result of another function of the statement that hands it on exactly, or the fault it found.
    case exact
  }

  /// The use of the result, which decides over its form and the effect of a fault such as an integer overflow.
  package enum Use: Hashable {
    /// A filter, key or operand: a fault is an error of the statement.
    case term
    /// A cell of a list: a fault is its message, so that one row does not hide the others.
    case cell
    /// A sort key: as a cell, but a decimal with more digits than a number of SQL has is rounded, where as a text it would
    /// stand behind all numbers.
    case order
    /// A key of groups, or a value among ordered ones: as a term, in a form that the engine tells apart and orders as the
    /// program does.
    case key
    /// An argument of another function of the statement: the value as it is, or the fault.
    case argument
    /// A permission, which a fault does not give.
    case permission
  }

  package let content: Content
  package let leaves: [Leaf]
  /// The forms of the leaves, in the same order.
  package let arguments: [Argument]
  /// The form in which a column would store the result; `nil` for a value without a type.
  package let coding: ColumnCoding?
  package let use: Use
  /// The kinds of the dates at the paths of the content, as far as they are known.
  package let dateKinds: [PropertyPath: ComparedKind]

  package init(
    _ content: Content,
    leaves: [Leaf] = [],
    arguments: [Argument] = [],
    _ coding: ColumnCoding?,
    for use: Use,
    dateKind: (PropertyPath) -> ComparedKind = { _ in .anything }
  ) {
    (self.content, self.leaves, self.arguments) = (content, leaves, arguments)
    (self.coding, self.use) = (coding, use)
    let kinds = content.paths.map { ($0, dateKind($0)) }.filter { $1 != .anything }
    dateKinds = Dictionary(kinds) { first, _ in first }
  }
}

extension DerivedValue.Content: CustomStringConvertible {
  package var description: String {
    switch self {
    case .value(let expression): expression.description
    case .truth(let qualifier): qualifier.description
    }
  }

  /// The paths that are read, also of related rows.
  fileprivate var paths: [PropertyPath] {
    switch self {
    case .value(let expression): expression.paths
    case .truth(let qualifier): qualifier.paths
    }
  }

  /// The leaves, each once, in the order they are written.
  package var leaves: [DerivedValue.Leaf] {
    var found: [DerivedValue.Leaf] = []
    func add(_ leaf: DerivedValue.Leaf) { if !found.contains(leaf) { found.append(leaf) } }
    func add(_ expression: Qualifiers.Expression) {
      switch expression.kind {
      case .path(let path): add(.path(path))
      case .aggregate(let aggregate): add(.aggregate(aggregate))
      // The paths of `where (…)` belong to another object.
      case .qualifier: break
      default: expression.eachPart({ add($0) }, { add($0) })
      }
    }
    func add(_ qualifier: Qualifier) { qualifier.eachPart({ add($0) }, { add($0) }) }
    switch self {
    case .value(let expression): add(expression)
    case .truth(let qualifier): add(qualifier)
    }
    return found
  }
}
