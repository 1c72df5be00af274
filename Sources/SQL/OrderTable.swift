/// A temporary table with what finds the rows of a fetch again, in their order.
package struct OrderTable {
  package let number: Int
  /// The condition by which a row of the table finds its row.
  package let match: String
  /// How many rows it has.
  package var count = 0

  /// A table that is not filled yet.
  package init(number: Int, match: String) { (self.number, self.match) = (number, match) }

  package var name: String { "d2t_order_\(number)" }
}
