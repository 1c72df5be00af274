import EntityStore
import Observation
import Qualifiers
import RuleEngine
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// The text search in a list: moves the cursor to the next row that shows the text.
@Observable
final class ListSearch {
  /// The last search text, followed by other spellings of it that lists use.
  private(set) var texts: [String] = []
  @ObservationIgnored private unowned let list: ListModel
  /// Names the requests of this search for the store: a newer one ends the older.
  @ObservationIgnored private let purpose: String
  /// Counts searches: one that is not the newest has nothing more to say.
  @ObservationIgnored private var number = 0
  /// The running search; `nil` when none runs.
  @ObservationIgnored private var running: Run?
  /// The request of before, for the same text in the same columns.
  @ObservationIgnored private var known: (place: Place, search: TextSearch)?

  /// Searches of a list of which nothing has been read yet.
  @ObservationIgnored private var waiting: [CheckedContinuation<Void, Never>] = []

  /// The cache key of a list's search request: the search texts, how often the list was read, and the rule generation.
  ///
  /// With an equal key, the next search reuses the request instead of building it again.
  private struct Place: Equatable {
    let texts: [String]
    let readCount: Int
    let generation: Int
  }

  /// A running search in a list, with the number of rows seen so far and whether it was stopped.
  ///
  /// `titles` names the columns that make it read rows one by one instead of searching in the store.
  private final class Run {
    let search: TextSearch?
    /// How many rows were read to be looked at here.
    var readCount = 0
    /// The titles of the columns because of which rows are read here.
    let titles: [String]
    var isStopped = false

    init(_ search: TextSearch?, titles: [String]) { (self.search, self.titles) = (search, titles) }

    var rowsSeen: Int { search?.rowsSeen ?? readCount }
  }

  init(list: ListModel) {
    self.list = list
    purpose = "search \(UInt(bitPattern: ObjectIdentifier(list)))"
  }

  /// The last search text, as typed.
  var text: String { texts.first ?? "" }

  /// Ends a search that is under way.
  func stop() {
    running?.isStopped = true
    list.work.store.cancel(purpose: purpose)
  }

  /// Cancels the running search and the searches that wait for the first rows.
  func giveUp() {
    stop()
    release()
  }

  /// Rows have arrived, or are not to come.
  func noteRows() { if !isEarly { release() } }

  private func release() {
    let released = waiting
    waiting = []
    for search in released { search.resume() }
  }

  /// Whether the first rows are still to come.
  private var isEarly: Bool {
    let result = list.result
    return result.rows.isEmpty && (result.isLoading || !result.isLoaded)
  }

  /// How far a search is that is under way, in words.
  var progress: String? {
    guard let running else { return nil }
    let how =
      running.titles.isEmpty
      ? "searching" : "searching row by row (\(running.titles[0]) is made by rules)"
    return "\(how), \(far(running)),"
  }

  /// `row 3 000 000 of ≈10 000 000`.
  private func far(_ run: Run) -> String {
    let total: String? =
      switch list.result.count {
      case .exactly(let count): NumberText.count(count)
      case .atLeast, .unknown: list.result.estimate.map { "≈" + NumberText.count($0) }
      }
    return "row \(NumberText.count(run.rowsSeen))" + (total.map { " of \($0)" } ?? "")
  }

  /// Asks for a text and looks for it.
  func ask(_ context: CommandContext) {
    context.prompt("/", history: .search) { [list] text in
      list.work.loads.act { await list.search.find(text) }
    }
  }

  /// Puts the cursor on the next row that shows `text` in a column, in whatever way it writes that, from the row behind the
  /// cursor on.
  ///
  /// Without a text it goes on with the one before.
  func find(_ text: String = "", backward: Bool = false) async {
    if !text.isEmpty { texts = writings(of: text) }
    guard !texts.isEmpty else { return }
    if isEarly { await withCheckedContinuation { waiting.append($0) } }
    number += 1
    let own = number
    running?.isStopped = true
    // What the one before still counts is none of this one.
    if running != nil { known = nil }
    if !list.work.saves.isWriting { list.work.loads.restart() }
    list.notice = nil
    let here = list.result.row(at: list.cursor.position)
    guard let sample = here?.record ?? list.result.rows.first?.record else {
      // Of rows that were not read nobody knows.
      list.notice =
        !isEarly && list.result.error == nil
        ? "'\(self.text)' not found" : "not searched: the list was not read; ^R reads it"
      return
    }
    let columns = SearchColumns(of: list, from: sample)
    let search = columns.titlesByRow.isEmpty ? request(columns) : nil
    let run = Run(search, titles: columns.titlesByRow)
    running = run
    defer { if own == number { running = nil } }
    do throws(StoreError) {
      let hit =
        if let search {
          try await list.work.store.find(
            search,
            in: list.result.specification,
            from: here?.cursor,
            backwards: backward,
            purpose: purpose,
            timeLimit: list.scope.fetchTimeLimit
          ).map { ($0.cursor, $0.isBeyondEnd) }
        } else {
          try await find(byRowFrom: here?.cursor, backward, run)
        }
      guard own == number else { return }
      guard let hit else {
        list.notice = "'\(self.text)' not found"
        return
      }
      try await show(hit, backward)
    } catch {
      guard own == number else { return }
      tell(error, run)
    }
  }

  /// The words of what is searched for, each with other ways in which lists write it.
  private var words: [[String]] {
    let words = TextSearch.words(of: text)
    return words.count > 1 ? words.map(writings) : [texts]
  }

  /// A text, and other ways in which lists write it.
  private func writings(of text: String) -> [String] {
    [text] + list.scope[MiscKeys.shared.locale].otherWritings(of: text)
  }

  private func tell(_ error: StoreError, _ run: Run) {
    if case .cancelled = error {
      list.notice = "search for '\(text)' stopped at \(far(run))"
    } else {
      list.notice = "⚠ search for '\(text)' failed"
      list.work.readFaults.note(error, "the search for '\(text)' failed at \(far(run))")
    }
  }

  /// The request for the texts in the columns; the same while both are.
  private func request(_ columns: SearchColumns) -> TextSearch {
    let place = Place(
      texts: texts,
      readCount: list.readCount,
      generation: list.work.resolver.generation
    )
    if let known, known.place == place { return known.search }
    let search = TextSearch(words: words, in: columns.columns)
    known = (place, search)
    return search
  }

  private func show(
    _ hit: (Cursor, isBeyondEnd: Bool),
    _ backward: Bool
  ) async throws(StoreError) {
    let (cursor, isBeyondEnd) = hit
    if list.result.position(of: cursor) == nil {
      let isThere = await list.result.load(from: .from(cursor))
      if let error = list.result.error { throw error }
      // The rows that were asked for since are none that were searched.
      guard isThere else { return list.notice = ListModel.overtaken }
    }
    list.cursor.go(to: list.result.position(of: cursor) ?? 0, in: list)
    var parts: [String] = []
    if texts.count > 1, let row = list.currentRecord, let writing = writing(in: row),
      writing != text
    {
      parts.append("'\(text)' is '\(writing)' here")
    }
    if isBeyondEnd { parts.append("search continued at the \(backward ? "end" : "start")") }
    if !parts.isEmpty { list.notice = parts.joined(separator: "; ") }
  }

  /// The way in which a row shows what is searched for; as it was typed, where it stands there so too.
  private func writing(in record: Record) -> String? {
    let shown = list.shownTexts(of: record)
    return texts.first { shown.contains(where: TextSearch([$0], in: []).isFound) }
  }

  // MARK: Row by row

  private static let windowLength = 200

  /// Reads rows and looks at what they show: what rules make of a row no statement can look for.
  private func find(
    byRowFrom here: Cursor?,
    _ backward: Bool,
    _ run: Run
  ) async throws(StoreError) -> (Cursor, Bool)? {
    let finder = TextSearch(words: words, in: [])
    var anchor: WindowAnchor = here.map { backward ? .before($0) : .after($0) } ?? end(backward)
    var isBeyondEnd = false
    while true {
      // Another fetch would call off that of the search that has taken the place of this one.
      if run.isStopped { throw .cancelled }
      let window = try await list.work.store.window(
        list.result.specification,
        from: anchor,
        count: Self.windowLength,
        purpose: purpose,
        timeLimit: list.scope.fetchTimeLimit
      )
      if run.isStopped { throw .cancelled }
      let rows = zip(window.records, window.cursors)
      for (record, cursor) in backward ? Array(rows.reversed()) : Array(rows) {
        run.readCount += 1
        if finder.isFound(inOneOf: list.shownTexts(of: record)) {
          return (cursor, isBeyondEnd)
        }
        if isBeyondEnd, cursor == here { return nil }
      }
      let next = backward ? window.cursors.first : window.cursors.last
      if let next, backward ? window.hasMoreBefore : window.hasMoreAfter {
        anchor = backward ? .before(next) : .after(next)
      } else {
        guard !isBeyondEnd, here != nil else { return nil }
        (anchor, isBeyondEnd) = (end(backward), true)
      }
      // Keys are heard in between.
      await Task.yield()
    }
  }

  private func end(_ backward: Bool) -> WindowAnchor { backward ? .end : .start }

  /// Rows with `text` in one of the columns that can be searched, or at one of the paths, as they are stored.
  func qualifier(holding words: [String], orAt paths: [PropertyPath] = []) -> Qualifier? {
    let words = words.map { qualifier(oneOf: writings(of: $0), paths) }
    let known = words.compactMap(\.self)
    return known.count == words.count ? .all(known) : nil
  }

  private func qualifier(oneOf texts: [String], _ paths: [PropertyPath]) -> Qualifier? {
    func holding(_ path: PropertyPath) -> [Qualifier] {
      texts.map {
        .comparison(Expression(.path(path)), .ilike, Expression(.literal(.string("*\($0)*"))))
      }
    }
    var found = paths.flatMap(holding)
    for column in list.columns {
      let attribute = column.scope[ModelKeys.shared.attribute]
      let choices = column.scope[EditingKeys.shared.choices].choices(for: attribute)
      let called = choices.filter { choice in
        texts.contains { choice.label?.lowercased().contains($0.lowercased()) == true }
      }
      found += called.map { .matching(PropertyPath(column.key), $0.value) }
      let searched = list.work.fetchPaths.searched(
        for: column.key,
        of: list.entity,
        in: list.scope
      )
      found += searched.filter { !paths.contains($0) }.flatMap(holding)
    }
    return found.isEmpty ? nil : .or(found)
  }
}
