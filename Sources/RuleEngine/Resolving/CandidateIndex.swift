import Qualifiers

/// An index of the rules for one key by texts that their conditions require, to skip rules that cannot hold.
///
/// A rule that asks `path = 'text'` (or `path in ('a', 'b')`) is filed under that text. A path is read only when the first rule
/// filed under it would be tried, so that nothing is read needlessly. Keys that may need themselves have no index: it reads in
/// another order than the rules say, and then other cycles would be met.
struct CandidateIndex: Sendable {
  /// The rules of the index that require a text of the same path, by that text.
  ///
  /// Each rule is given by its position in the order in which the rules for the key are tried.
  struct Group: Sendable {
    let path: Int
    let first: Int
    var ranks: [Int] = []
    var buckets: [String: [Int]] = [:]
  }

  /// The ranks of rules that ask for no text.
  private(set) var unfiled: [Int] = []
  private(set) var groups: [Group] = []

  /// Fewer candidates than this are tried one by one.
  static let smallest = 8

  /// An index of `conditions`, which are in the order in which they are tried; `nil` when none pays.
  init?(_ conditions: [CompiledCondition]) {
    guard conditions.count >= Self.smallest else { return nil }
    let demands = conditions.map(\.demandedTexts)
    let paths = Self.pathsBySelectivity(demands)
    guard !paths.isEmpty else { return nil }
    var positions: [Int: Int] = [:]
    for (rank, demand) in demands.enumerated() {
      let best = demand.min { paths[$0.path, default: .max] < paths[$1.path, default: .max] }
      guard let best, paths[best.path] != nil else {
        unfiled.append(rank)
        continue
      }
      let position = positions[best.path] ?? groups.count
      if position == groups.count {
        positions[best.path] = position
        groups.append(Group(path: best.path, first: rank))
      }
      groups[position].ranks.append(rank)
      for text in Set(best.texts) { groups[position].buckets[text, default: []].append(rank) }
    }
  }

  /// The paths that rules demand texts of, the one with the most different texts ranked 0.
  private static func pathsBySelectivity(
    _ demands: [[CompiledCondition.Demand]]
  ) -> [Int: Int] {
    var texts: [Int: Set<String>] = [:]
    for demand in demands.joined() { texts[demand.path, default: []].formUnion(demand.texts) }
    let sorted = texts.sorted { ($0.value.count, $1.key) > ($1.value.count, $0.key) }
    return Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1.key, $0) })
  }
}

extension CandidateIndex.Group {
  /// The ranks of the rules that can hold when the path has this value.
  func ranks(for value: Value?) -> [Int] {
    switch value {
    case nil, .null: []
    case .string(let text): buckets[text] ?? []
    default: ranks
    }
  }
}

/// An iterator over the rules of one key that may apply, as positions in the order in which they are tried.
///
/// With a ``CandidateIndex`` it skips rules that require a text of a path that has another; without one it gives all.
struct CandidateCursor {
  private let index: CandidateIndex?
  private let count: Int
  private var next = 0
  /// Lists of ranks being merged, each with the place that comes next.
  private var lists: [(ranks: [Int], place: Int)] = []
  private var unread: [CandidateIndex.Group] = []

  init(_ index: CandidateIndex?, count: Int) {
    self.index = index
    self.count = count
    guard let index else { return }
    lists.append((index.unfiled, 0))
    unread = index.groups
  }

  /// The rank of the candidate to be tried next.
  mutating func advance(_ reader: RuleReader) -> Int? {
    guard index != nil else {
      guard next < count else { return nil }
      next += 1
      return next - 1
    }
    while true {
      let best = lists.indices.min { rank(of: $0) < rank(of: $1) }
      let lowest = best.map { rank(of: $0) } ?? .max
      if let due = unread.firstIndex(where: { $0.first <= lowest }) {
        let group = unread.remove(at: earliest(due))
        lists.append((group.ranks(for: reader.value(group.path)), 0))
        continue
      }
      guard let best, lowest < .max else { return nil }
      lists[best].place += 1
      return lowest
    }
  }

  /// The group that is due first.
  private func earliest(_ due: Int) -> Int {
    unread.indices.min { unread[$0].first < unread[$1].first } ?? due
  }

  private func rank(of list: Int) -> Int {
    let (ranks, place) = lists[list]
    return place < ranks.count ? ranks[place] : .max
  }
}
