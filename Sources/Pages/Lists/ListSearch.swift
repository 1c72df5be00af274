import EntityStore
import Observation
import RuleEngine
import RuleEnvironment
import Widgets
import Workspace

/// The text search in a list: moves the cursor to the next row that shows the text.
@Observable
final class ListSearch {
  /// The last search text, followed by other spellings of it that lists use.
  private(set) var texts: [String] = [] {
    didSet {
      let split = TextSearch.words(of: text)
      words = texts.isEmpty ? [] : split.count > 1 ? split.map(writings) : [texts]
    }
  }
  /// The words of the last search, each with other ways in which lists write it.
  private(set) var words: [[String]] = []
  /// The rows that show the text, as far as they are counted.
  var matches: SearchMatches?
  @ObservationIgnored unowned let list: ListModel
  /// Names the requests of this search for the store: a newer one ends the older.
  @ObservationIgnored let purpose: String
  /// Counts searches: one that is not the newest has nothing more to say.
  @ObservationIgnored private(set) var number = 0
  /// The running search or count of its matches; `nil` when none runs.
  @ObservationIgnored var running: Run?
  /// The request of before, for the same text in the same columns.
  @ObservationIgnored private var known: (place: Place, search: TextSearch)?

  /// Searches of a list of which nothing has been read yet.
  @ObservationIgnored private var waiting: [CheckedContinuation<Void, Never>] = []

  /// The cache key of a list's search request: the search texts, how often the list was read, and the rule generation.
  ///
  /// With an equal key, the next search reuses the request instead of building it again.
  struct Place: Equatable {
    let texts: [String]
    let readCount: Int
    let generation: Int
  }

  /// A running search in a list, with the number of rows seen so far and whether it was stopped.
  ///
  /// `titles` names the columns that make it read rows one by one instead of searching in the store.
  final class Run {
    let search: TextSearch?
    let isCounting: Bool
    /// How many rows were read to be looked at here.
    var readCount = 0
    /// The titles of the columns because of which rows are read here.
    let titles: [String]
    var isStopped = false
    let start = ContinuousClock.now

    init(_ search: TextSearch?, titles: [String], isCounting: Bool = false) {
      (self.search, self.titles, self.isCounting) = (search, titles, isCounting)
    }

    var rowsSeen: Int { search?.rowsSeen ?? readCount }
  }

  init(list: ListModel) {
    self.list = list
    purpose = "search \(UInt(bitPattern: ObjectIdentifier(list)))"
  }

  /// The texts to mark wherever rows show them.
  var marks: [String] { words.flatMap(\.self) }

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

  /// Whether the last search could not read the rows.
  @ObservationIgnored private(set) var hasFailed = false

  /// The progress of a search that is under way.
  var progress: WorkProgress? {
    guard let running else { return nil }
    let what = running.isCounting ? "counting matches" : "searching"
    let how =
      running.titles.isEmpty
      ? what : "\(what) row by row (\(running.titles[0]) is made by rules)"
    return WorkProgress(how, count: running.rowsSeen, of: total, since: running.start)
  }

  /// The number of rows, exact or estimated.
  private var total: Int? {
    if case .exactly(let count) = list.result.count { count } else { list.result.estimate }
  }

  /// `row 3 000 000 of ≈10 000 000`.
  private func far(_ run: Run) -> String {
    var about = "≈"
    if case .exactly = list.result.count { about = "" }
    let total = total.map { " of \(about)\(NumberText.count($0))" } ?? ""
    return "row \(NumberText.count(run.rowsSeen))" + total
  }

  /// Puts the cursor on the next row that shows `text` in a column, in whatever way it writes that, from the row behind the
  /// cursor on.
  ///
  /// Without a text it goes on with the one before. One that is being typed is searched for from where that began.
  func find(_ text: String = "", backward: Bool = false, from start: SearchStart? = nil) async {
    if !text.isEmpty { texts = writings(of: text) }
    guard !texts.isEmpty else { return }
    number += 1
    hasFailed = false
    let own = number
    if isEarly { await withCheckedContinuation { waiting.append($0) } }
    guard own == number else { return }
    start?.note(list)
    running?.isStopped = true
    // What the one before still counts is none of this one.
    if running != nil { known = nil }
    if !list.work.saves.isWriting { list.work.loads.restart() }
    list.notice = nil
    let here = start.map(\.row) ?? list.currentRow
    guard let sample = here?.record ?? list.result.rows.first?.record else {
      // Of rows that were not read nobody knows.
      list.notice =
        !isEarly && list.result.error == nil
        ? notFound : "not searched: the list was not read; ^R reads it"
      return
    }
    let columns = SearchColumns(of: list, from: sample)
    let search = columns.titlesByRow.isEmpty ? request(columns) : nil
    if matches?.place != place { matches = nil }
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
        start?.restore(list)
        list.notice = notFound
        return
      }
      try await show(hit, backward, as: own)
      guard own == number else { return }
      running = nil
      let counting = Run(search, titles: run.titles, isCounting: true)
      note(hit, after: start == nil ? here?.cursor : nil, backward: backward, in: counting)
    } catch {
      guard own == number else { return }
      tell(error, run)
    }
  }

  /// Forgets what is searched for and counted, and goes back to what was before a search was typed.
  func goBack(to start: SearchStart) {
    number += 1
    stop()
    (texts, matches, list.notice) = (start.texts, start.matches, nil)
    start.restore(list)
  }

  /// A text, and other ways in which lists write it.
  func writings(of text: String) -> [String] {
    [text] + list.scope[MiscKeys.shared.locale].otherWritings(of: text)
  }

  private func tell(_ error: StoreError, _ run: Run) {
    if case .cancelled = error {
      list.notice = "search for '\(text)' stopped at \(far(run))"
    } else {
      hasFailed = true
      list.notice = "⚠ search for '\(text)' failed"
      list.work.readFaults.note(error, "the search for '\(text)' failed at \(far(run))")
    }
  }

  /// The texts searched for and the rows in which they are.
  var place: Place {
    Place(texts: texts, readCount: list.readCount, generation: list.work.resolver.generation)
  }

  /// The request for the texts in the columns; the same while both are.
  private func request(_ columns: SearchColumns) -> TextSearch {
    let place = place
    if let known, known.place == place { return known.search }
    let search = TextSearch(words: words, in: columns.columns)
    known = (place, search)
    return search
  }

  private var notFound: String {
    let isFolded = list.groups?.hasFolded == true
    return "'\(text)' not found" + (isFolded ? "; folded groups are not searched" : "")
  }

  private func show(
    _ hit: (Cursor, isBeyondEnd: Bool),
    _ backward: Bool,
    as own: Int
  ) async throws(StoreError) {
    let (cursor, isBeyondEnd) = hit
    if list.result.position(of: cursor) == nil {
      let isThere = await list.result.load(from: .from(cursor))
      guard own == number else { return }
      if let error = list.result.error { throw error }
      // The rows that were asked for since are none that were searched.
      guard isThere else { return list.notice = ListModel.overtaken }
    }
    list.cursor.go(to: list.place(of: cursor) ?? 0, in: list)
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
}
