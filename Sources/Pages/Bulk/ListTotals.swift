import EntityModel
import EntityStore
import Observation
import Qualifiers
import RuleEnvironment
import StandardKeys
import Workspace

/// The totals of the column under the cursor of a list, of its tagged rows if there are any, read in the background.
@Observable
final class ListTotals {
  /// Column and rows of which totals are told.
  private struct Question {
    let column: ListModel.Column
    let reads: Int
    let tags: Tags

    func isSame(as other: Question) -> Bool {
      (column.key, reads) == (other.column.key, other.reads)
        && tags.areUnchanged(since: other.tags)
    }
  }

  @ObservationIgnored private weak var list: ListModel?
  @ObservationIgnored private var asked: Question?
  /// Counts the questions, of which only the last is answered.
  @ObservationIgnored private var turn = 0
  /// The last answer, and the question that it answers.
  private var answer: (question: Question, totals: ColumnTotals)?

  /// Takes the column under the cursor of a list over, and returns its totals as texts for less and less room; none where
  /// nothing is known, or rules tell none.
  func texts(of list: ListModel) -> [String] {
    if list !== self.list { (self.list, asked) = (list, nil) }
    guard let patience = list.work.reading.totalsPatience, list.work.reading.readsAhead,
      list.result.isLoaded, list.result.error == nil, let column = list.currentColumn,
      let attribute = list.entity.property(at: PropertyPath(column.key)).attribute,
      column.showsTotals, column.scope.hasTotals(of: attribute)
    else { return [] }
    let question = Question(column: column, reads: list.readCount, tags: list.tags)
    // Looked at in any case, so that the line is drawn again with what is read.
    let answer = answer
    if let asked, asked.isSame(as: question) {
      guard let answer, answer.question.isSame(as: question) else { return [] }
      return column.scope.texts(of: answer.totals, title: column.title)
    }
    asked = question
    turn += 1
    let own = turn
    list.work.loads.run(after: patience) { [weak self] in
      guard let self, turn == own, list.work.presenter?.isCurrent(list) == true else { return }
      list.work.lookups.run { await self.read(question, of: attribute, turn: own) }
    }
    return []
  }

  private func read(_ question: Question, of attribute: Attribute, turn own: Int) async {
    guard let list else { return }
    let (key, tags) = (question.column.key, question.tags)
    let isAmount = question.column.scope.showsAmounts(of: attribute)
    var found: ColumnTotals?
    do {
      if tags.isEmpty || tags.base != nil && tags.idCount == 0 {
        let rows = tags.base ?? list.specification()
        found = try await list.work.totals(of: key, isAmount: isAmount, in: rows, scope: list.scope)
      } else {
        let pass = ColumnTotals.Pass(over: attribute, isAmount: isAmount)
        found = try await tagged(pass, over: key, in: list, turn: own)
      }
    } catch StoreError.cancelled {
      // Asked for again with the next frame.
      if turn == own { asked = nil }
    } catch {
      // A sum that there is not, or that may not be told, is no news while somebody reads rows.
      return
    }
    if turn == own, let found { answer = (question, found) }
  }

  /// The totals of the tagged rows; `nil` of too many, and once nobody wants them.
  private func tagged(
    _ empty: ColumnTotals.Pass,
    over key: String,
    in list: ListModel,
    turn own: Int
  ) async throws -> ColumnTotals? {
    var (pass, count): (ColumnTotals.Pass?, Int) = (empty, 0)
    // With what rules read to decide whether a value is seen.
    let paths = list.work.fetchPaths(for: [key], of: list.entity, in: list.scope)
    try await BulkRows(list: list).forEachWindow(paths: paths) { records in
      for record in await list.work.store.seen(records) {
        pass?.add(record.value(forPath: PropertyPath(key).components[...]) ?? .null)
      }
      count += records.count
      if count > Self.taggedLimit || turn != own { pass = nil }
      return pass != nil
    }
    return try pass?.result
  }

  private static let taggedLimit = 100_000
}

extension EnvironmentValues {
  /// Whether the property of the scope shows values that have an order which says something.
  fileprivate func hasTotals(of attribute: Attribute) -> Bool {
    attribute.type.kind.isTime || showsAmounts(of: attribute)
  }

  /// Totals of the property of the scope as texts, the longest first.
  fileprivate func texts(of totals: ColumnTotals, title: String) -> [String] {
    let nulls = "∅ \(NumberText.count(totals.nulls))"
    guard !totals.least.isNull else { return ["\(title): \(nulls)"] }
    let bounds = "\(formatted(totals.least)) … \(formatted(totals.greatest))"
    guard !totals.sum.isNull else { return ["\(title): \(bounds)  \(nulls)", bounds] }
    let sum = "Σ \(formatted(totals.sum))"
    let numbers = "\(sum)  ø \(formatted(rounded(totals.mean)))"
    return [
      "\(title): \(numbers)  \(bounds)  \(nulls)", "\(title): \(numbers)  \(nulls)",
      "\(numbers)  \(nulls)", sum,
    ]
  }

  /// An amount with as many digits behind the point as the values of the property have, at least two.
  func rounded(_ amount: Value) -> Value {
    if case .int = amount { return amount }
    let places = max(2, self[ModelKeys.shared.attribute]?.evidence?.places ?? 0)
    return NumberText.rounded(amount, places: places).flatMap { Value(number: $0) } ?? amount
  }
}
