/// Hands groups on in batches, in the order of their grouping.
package struct GroupBatches {
  private let grouping: Grouping
  /// Whether the groups are added in their order.
  private let isSorted: Bool
  private let body: ([Group]) -> Bool
  private var groups: [Group] = []
  private var isStopped = false

  /// How many groups are handed on at once.
  private static let size = 500

  /// How many groups are kept where they have to be sorted in memory.
  package static let limit = 100_000

  /// Batches for `body`, which returns whether it wants more.
  package init(_ grouping: Grouping, isSorted: Bool, _ body: @escaping ([Group]) -> Bool) {
    (self.grouping, self.isSorted, self.body) = (grouping, isSorted, body)
  }

  /// Adds a group.
  ///
  /// - Returns: Whether more are wanted.
  /// - Throws: ``StoreError/unsupported(_:)`` where more than ``limit`` groups have to be sorted in memory.
  package mutating func add(_ group: Group) throws(StoreError) -> Bool {
    groups.append(group)
    if isSorted {
      if groups.count == Self.size { finish() }
      return !isStopped
    }
    guard groups.count > Self.limit else { return true }
    if let limit = grouping.limit, limit <= Self.limit / 2 {
      groups = grouping.first(of: groups)
      return true
    }
    throw .tooManyGroups
  }

  /// Hands on the groups that are left.
  package mutating func finish() {
    let sorted = isSorted ? groups : grouping.first(of: groups)
    for start in stride(from: 0, to: sorted.count, by: Self.size) where !isStopped {
      isStopped = !body(Array(sorted[start...].prefix(Self.size)))
    }
    groups = []
  }
}

extension StoreError {
  /// More groups than are kept in memory.
  package static let tooManyGroups = Self.unsupported(
    "More than \(GroupBatches.limit) groups would have to be kept in memory; set a filter, group by something coarser or leave out the order."
  )
}
