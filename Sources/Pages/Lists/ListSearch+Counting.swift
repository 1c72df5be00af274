import EntityStore
import Widgets
import Workspace

/// The rows that a search in a list finds: how many, and the number of the one it has come to.
struct SearchMatches {
  let place: ListSearch.Place
  /// The row that was found last.
  var row: Cursor
  /// Its number among those found, from 1; `nil` while they are counted.
  var rank: Int?
  /// How many are found so far.
  var count = 0
  /// The row read to its end, where what is read of it for the list does not show the text.
  var whole: Record?

  /// `match 3 of 83`, or `≥ 83 matches` while they are counted.
  static func text(_ rank: Int?, of count: Int) -> String {
    let total = NumberText.count(count)
    guard let rank else { return "≥ \(total) \(count == 1 ? "match" : "matches")" }
    return "match \(NumberText.count(rank)) of \(total)"
  }
}

/// The place in a list at which a search began to be typed, to search from and to go back to.
final class SearchStart {
  /// The texts searched for before.
  let texts: [String]
  /// Their matches.
  let matches: SearchMatches?
  private(set) var row: RowWindow.Row?
  private var shown: (cursor: ListCursor.Place, rows: RowWindow, readCount: Int)?

  init(_ list: ListModel) {
    (texts, matches) = (list.search.texts, list.search.matches)
    if list.result.isLoaded, !list.result.rows.isEmpty { note(list) }
  }

  /// Keeps the place once there are rows.
  func note(_ list: ListModel) {
    guard shown == nil else { return }
    row = list.currentRow
    shown = (list.cursor.place, list.result.window, list.readCount)
  }

  /// Shows the rows and the cursor as they were, unless the rows were read again.
  func restore(_ list: ListModel) {
    guard let shown, shown.readCount == list.readCount else { return }
    list.result.show(shown.rows)
    list.cursor.go(back: shown.cursor)
  }
}

// Searching while one types, and counting what is found.

extension ListSearch {
  /// Asks for a text and looks for it at each letter.
  func ask(_ context: CommandContext) {
    let start = SearchStart(list)
    var typed: (text: String, task: Task<Void, Never>?) = ("", nil)
    func type(_ text: String) {
      typed = (text, nil)
      guard !text.isEmpty else { return goBack(to: start) }
      let task = Task { await find(text, from: start) }
      typed.task = task
      list.work.loads.run { await task.value }
    }
    context.search(
      by: TypedSearch(type: type) { [list] text in
        if text != typed.text { type(text) }
        let task = typed.task
        // Keys that follow mean what they mean on the row that is found.
        list.work.loads.act {
          await task?.value
          // What has failed while it was typed is told now, when somebody waits for it.
          if task == nil || list.search.hasFailed { await list.search.find() }
        }
      } goBack: { [self] in
        goBack(to: start)
      }
    )
  }

  /// Notes the row that was found, and counts: its number follows from that of the match it was reached from.
  func note(
    _ hit: (Cursor, isBeyondEnd: Bool),
    after here: Cursor?,
    backward: Bool,
    in run: Run
  ) {
    let (row, isBeyondEnd) = hit
    if let known = matches, let rank = known.rank, known.row == here {
      matches?.row = row
      matches?.whole = nil
      let next = backward ? rank - 1 : rank + 1
      matches?.rank = isBeyondEnd ? (backward ? known.count : 1) : next
    } else {
      matches = SearchMatches(place: place, row: row, count: matches?.count ?? 1)
    }
    let isCounted = matches?.rank != nil
    guard list.work.reading.readsAhead else { return }
    let own = number
    list.work.loads.run { [self] in
      if own == number { await readWhole(own) }
      if own == number, !isCounted { await count(upTo: row, run, own) }
    }
  }

  /// Notes that so many matches are found so far.
  func note(atLeast count: Int) {
    guard let known = matches, count > known.count else { return }
    matches?.count = count
  }

  private func count(upTo row: Cursor, _ run: Run, _ own: Int) async {
    running = run
    defer { if running === run { running = nil } }
    do throws(StoreError) {
      let tally =
        if let search = run.search {
          try await list.work.store.tally(
            search,
            in: list.result.specification,
            upTo: row,
            purpose: purpose,
            timeLimit: list.scope.fetchTimeLimit
          ) { tally in
            Task { @MainActor [weak self] in
              guard let self, own == number, matches?.rank == nil else { return }
              note(atLeast: tally.count)
            }
          }
        } else {
          try await count(byRowUpTo: row, run)
        }
      guard own == number, matches?.row == row else { return }
      matches?.rank = tally.rank
      matches?.count = tally.count
    } catch {
      switch error {
      // How many were found so far stays.
      case .cancelled, .timedOut: break
      default: list.work.readFaults.note(error, "the matches of '\(text)' are not counted")
      }
    }
  }

  /// Reads the row that was found to its end, where what the list has read of it does not show the text.
  private func readWhole(_ own: Int) async {
    let finder = TextSearch(words: words, in: [])
    guard let record = list.currentRecord, let id = record.id, !record.truncatedPositions.isEmpty,
      !finder.isFound(inOneOf: list.shownTexts(of: record))
    else { return }
    do throws(StoreError) {
      let whole = try await list.work.store.record(
        id,
        paths: record.layout.paths,
        timeLimit: list.scope.fetchTimeLimit
      )
      if own == number { matches?.whole = whole }
    } catch { list.work.readFaults.note(error, "where '\(text)' was found is not told") }
  }

  // MARK: Telling

  /// The number of the match under the cursor, and where it is if that is not on the screen: `match 3 of 83`,
  /// `in Plot: …goose…`.
  var status: [String] {
    guard let matches, matches.place == place,
      let here = list.currentRow, here.cursor == matches.row
    else { return [] }
    return [SearchMatches.text(matches.rank, of: matches.count)]
      + [hiddenMatch(in: matches.whole ?? here.record)].compactMap(\.self)
  }

  private func hiddenMatch(in record: Record) -> String? {
    guard list.cursor.hasShownColumns else { return nil }
    let cells = list.shownCells(of: record)
    let shown = cells.compactMap { list.cursor.shownPart(of: $0.text, in: $0.column) }
    for writings in words {
      let word = SearchTerm(writings)
      guard !shown.contains(where: word.isFound),
        let cell = cells.first(where: { word.isFound(in: $0.text) })
      else { continue }
      let title = list.columns[cell.column].title
      return "in \(title)" + (Excerpt.of(cell.text, around: writings).map { ": " + $0 } ?? "")
    }
    return nil
  }
}
