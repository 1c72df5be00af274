/// A temporary table that holds the row identities of a sorted fetch in order, so that rows can be found by their position.
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
