import AccessControl
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
import Terminal
import Widgets
import Workspace

extension ListModel: @MainActor TableSource {
  var bounds: RowBounds {
    _ = revision
    return RowBounds(
      groups?.bounds ?? result.positions,
      reachesStart: !result.hasMoreBefore,
      reachesEnd: result.isLoaded && !result.hasMoreAfter
    )
  }

  func ensure(_ positions: Range<Int>) {
    guard result.isLoaded, !result.isLoading, result.error == nil else { return }
    let known = bounds.positions
    if positions.upperBound > known.upperBound, result.hasMoreAfter {
      work.loads.run { [result] in await result.extendForward() }
    } else if positions.lowerBound < known.lowerBound, result.hasMoreBefore {
      work.loads.run { [result] in await result.extendBackward() }
    }
  }

  /// After a fetch was ended, or gave up, going on asks again.
  func reach(beyond end: RowEnd) {
    guard result.error != nil, !result.isLoading else { return }
    work.loads.run { [result] in
      await end == .start ? result.extendBackward() : result.extendForward()
    }
  }

  func jump(to end: RowEnd) {
    work.loads.act { [result] in await result.load(from: end == .start ? .start : .end) }
  }

  /// Does something once the first rows are here; keys wait for it.
  func withStart(_ body: @escaping () -> Void) {
    guard !bounds.reachesStart, !bounds.positions.isEmpty else { return body() }
    work.loads.act { [result] in
      await result.load(from: .start)
      body()
    }
  }

  func id(at position: Int) -> AnyID? {
    loadedRow(at: position).map { row in
      row.record.id.map { AnyID($0) } ?? AnyID(row.cursor)
    } ?? groups?.id(at: position)
  }

  func position(of id: AnyID) -> Int? {
    if let id = id.value(as: RecordID.self) { return place(of: id) }
    return id.value(as: Cursor.self).map(place) ?? groups?.place(of: id)
  }

  func row(at position: Int) -> TableRow? { row(at: position, columns: .all) }

  func row(at position: Int, columns: ColumnSpan) -> TableRow? {
    drawnRow(at: position, columns: columns) { makeRow(at: position, columns) }
  }

  private func makeRow(at position: Int, _ span: ColumnSpan) -> TableRow? {
    guard let record = loadedRow(at: position)?.record else { return groups?.heading(at: position) }
    return drawn(work.editing.current(record), span)
  }

  /// An object as a row of this list.
  func drawn(_ object: Record, _ span: ColumnSpan = .all) -> TableRow {
    let palette = work.root.palette
    let label = object.label(
      by: work.labelPaths.label(of: entity, in: scope, root: work.root)
    )
    let rowScope = scope.scoped(to: object, label: label)
    let cells = columns.enumerated().map { number, column in
      span.contains(number)
        ? cell(of: object, label: label, in: column, palette) : TableCell("")
    }
    var row = TableRow(
      cells,
      style: rowScope.style(in: palette) ?? .plain,
      isMarked: !object.changedKeys.isEmpty
    )
    row.isGoing = work.editing.isGoing(object)
    row.isTagged = isTagged(object)
    return row
  }

  /// Returns the texts that the searchable columns show for a record, without null values.
  func shownTexts(of record: Record) -> [String] { shownCells(of: record).map(\.text) }

  /// Returns the texts that the searchable columns show for a record, without null values, with the numbers of the columns.
  func shownCells(of record: Record) -> [(column: Int, text: String)] {
    let object = work.editing.current(record)
    return columns.enumerated().compactMap { number, column in
      guard column.isSearched else { return nil }
      let cell = cell(of: object, label: nil, in: column, work.root.palette, isAligned: false)
      return cell.role == .null ? nil : (number, cell.text)
    }
  }

  private func cell(
    of object: Record,
    label: String?,
    in column: Column,
    _ palette: Palette,
    isAligned: Bool = true
  ) -> TableCell {
    let scope = column.scope.scoped(toValueIn: object, label: label)
    guard scope.withStoredValues[PermissionKeys.shared.isPropertyVisible] else {
      return TableCell("")
    }
    let component = work.root.catalog.components[scope[ComponentKeys.shared.component]]
    let content = component?.cell(scope) ?? .formatted(in: scope)
    let places = isAligned ? DecimalPlaces(in: scope) : nil
    let text = places?.aligned(content.text) ?? content.text
    return TableCell(text, role: content.role, style: scope.style(in: palette) ?? .plain)
  }

  /// The columns as the table draws them.
  var tableColumns: [TableColumn] {
    columns.map { column in
      TableColumn(
        column.key,
        title: column.title,
        width: (arrangement.widths[column.key] ?? column.width).map { .fixed($0) } ?? .automatic(),
        alignment: column.scope.columnAlignment,
        mark: sortMark(of: column.key),
        isIndivisible: column.scope.isColumnIndivisible
      )
    }
  }

  private func sortMark(of key: String) -> String {
    let ordering = query.sortKeys.map { SortOrdering(key: $0) }.first { $0.path.description == key }
    return ordering.map { $0.isDescending ? "↓" : "↑" } ?? ""
  }
}
