import EntityModel
import EntityStore
import Formatting
import Insight
import Observation
package import Qualifiers
package import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// The table of the page that describes a list: a row with the profile of each column.
@Observable
final class DescribeModel: @MainActor SummaryModel {
  /// A column of the list, with its profile as far as it is known.
  private struct Row {
    let column: ListModel.Column
    let profiled: ProfiledColumn?
    /// Whether the values are keys of objects, which labels stand for.
    let isReference: Bool
    var profile: ColumnProfile?
    var isComplete = false
    /// The label of the most frequent object.
    var modeLabel: String?
    var fault: String?
  }

  let list: ListModel
  private var rows: [Row] = []
  private(set) var fault: String?
  @ObservationIgnored let cursor = ListCursor()
  @ObservationIgnored let read: BackgroundRead

  /// The profiles of the columns of `list`.
  init(of list: ListModel) {
    self.list = list
    read = BackgroundRead(in: list.work)
  }

  /// Makes the profiles anew when something was saved, or rules are others.
  func follow() {
    let fetch = list.specification().unordered
    read.follow { [self] in
      (rows, fault) = (list.columns.compactMap(row), nil)
      let places = rows.indices.filter { rows[$0].profiled != nil }
      let columns = rows.compactMap(\.profiled)
      try await list.work.profiles(of: columns, in: fetch) { index, progress in
        if !Task.isCancelled { show(progress, at: places[index]) }
      }
      // A newer read may have left fewer rows.
      for place in places where !Task.isCancelled && rows[place].isReference {
        try await label(place, in: fetch)
      }
    } onFault: { [self] in
      fault = $0
    }
  }

  /// The row of a column; `nil` for one of related rows, which are no single value.
  private func row(_ column: ListModel.Column) -> Row? {
    let relationship = list.entity.property(at: PropertyPath(column.key)).relationship
    guard relationship?.isToMany != true else { return nil }
    let isReference = relationship != nil
    do {
      let profiled = try list.scope.profiledColumn(
        writtenByUser: column.key,
        isLabelled: list.work.referenceLabel(column.key, in: list.scope) != nil
      )
      return Row(column: column, profiled: profiled, isReference: isReference)
    } catch {
      let sentence = typedSentence(of: error)
      return Row(column: column, profiled: nil, isReference: isReference, fault: sentence)
    }
  }

  private func show(_ progress: ProfileProgress, at place: Int) {
    switch progress {
    case .counted(let profile): rows[place].profile = profile
    case .completed(let profile): (rows[place].profile, rows[place].isComplete) = (profile, true)
    case .failed(let error): rows[place].fault = list.work.readingSentence(for: error)
    }
  }

  /// Reads the label of the most frequent object of a reference.
  private func label(_ place: Int, in fetch: FetchSpecification) async throws {
    guard let mode = rows[place].profile?.mode, !mode.isNull,
      let key = rows[place].profiled?.value, let path = key.path,
      let reference = list.work.referenceLabel(rows[place].column.key, in: list.scope)
    else { return }
    var rows = fetch
    rows.qualifier = .all([fetch.qualifier, .matching(path, mode)].compactMap(\.self))
    let labels = try await list.work.labels(of: reference, by: key, in: rows, limit: 1)
    if !Task.isCancelled { self.rows[place].modeLabel = labels[mode.normalized] }
  }

  /// The column under the cursor.
  var current: ListModel.Column? {
    rows.indices.contains(cursor.position) ? rows[cursor.position].column : nil
  }

  // MARK: Texts

  var tableColumns: [TableColumn] {
    // A first column that takes more of a narrow screen would scroll away.
    let width = min(24, max(6, list.scope[MiscKeys.shared.screen].width / 2 - 4))
    return [
      TableColumn("column", title: "Column", width: .automatic(min: 6, max: width)),
      TableColumn("type", title: "Type"),
      TableColumn("distribution", title: "Distribution", isIndivisible: true),
    ]
      + [("nulls", "∅"), ("distinct", "Distinct")].map {
        TableColumn($0.0, title: $0.1, alignment: .trailing)
      }
      + [
        ("min", "Least"), ("max", "Greatest"), ("mean", "Mean"), ("median", "Median"),
        ("quartiles", "Quartiles"), ("mode", "Most frequent"),
      ]
      .map { key, title in
        let width = key == "quartiles" ? 48 : 24
        return TableColumn(key, title: title, width: .automatic(max: width), isIndivisible: true)
      }
  }

  var emptyText: String { fault.map { "⚠ \($0)" } ?? "…" }

  /// The numbers for the status line: `900 rows  ·  3 of 8 columns`; or the fault of the row under the cursor.
  var summary: String {
    let counted = rows.lazy.compactMap(\.profile?.rows).first
    let count = counted.map { "\(NumberText.count($0)) row\($0 == 1 ? "" : "s")" }
    let done = rows.count { $0.isComplete || $0.fault != nil }
    let columns = "\(rows.count) column\(rows.count == 1 ? "" : "s")"
    let own = rows.indices.contains(cursor.position) ? rows[cursor.position].fault : nil
    let faults = [fault, own].compactMap { $0.map { "⚠ \($0)" } }
    return
      ([count, done < rows.count ? "\(done) of \(columns)" : columns].compactMap(\.self) + faults)
      .joined(separator: "  ·  ")
  }

  private func cells(of row: Row) -> [TableCell] {
    let title = TableCell(row.column.title)
    if let fault = row.fault {
      return [title, TableCell(""), TableCell("⚠ \(fault)", role: .warning)]
    }
    let scope = row.column.scope
    let type = TableCell(row.isReference ? "reference" : row.profiled?.type ?? "", role: .dim)
    guard let profile = row.profile else { return [title, type, TableCell("…", role: .dim)] }
    func text(_ value: Value) -> String { value.isNull ? "" : scope.formatted(value) }
    let bars = row.isReference ? "" : Sparkline.bars(profile.distribution.map(Double.init))
    let counts = [
      TableCell(row.isComplete ? bars : "…", role: row.isComplete ? .mark : .dim),
      TableCell(NumberText.count(profile.nulls), role: profile.nulls == 0 ? .dim : .normal),
      TableCell(profile.distinct.map { NumberText.count($0) } ?? ""),
    ]
    guard !row.isReference else {
      let mode = row.modeLabel ?? ""
      return [title, type] + counts + Array(repeating: TableCell(""), count: 5) + [TableCell(mode)]
    }
    let quartiles = [profile.q1, profile.q3].map(scope.formattedBetween).joined(separator: " – ")
    return [title, type] + counts
      + [
        text(profile.min), text(profile.max), scope.formattedBetween(profile.mean),
        scope.formattedBetween(profile.median),
        profile.q1.isNull ? "" : quartiles, text(profile.mode),
      ]
      .map { TableCell($0) }
  }

  // MARK: Rows

  var bounds: RowBounds { RowBounds(rows.indices, reachesEnd: true) }

  func id(at position: Int) -> AnyID? {
    rows.indices.contains(position) ? AnyID(rows[position].column.key) : nil
  }

  func position(of id: AnyID) -> Int? {
    id.value(as: String.self).flatMap { key in rows.firstIndex { $0.column.key == key } }
  }

  func row(at position: Int) -> TableRow? {
    rows.indices.contains(position) ? TableRow(cells(of: rows[position])) : nil
  }
}

extension EnvironmentValues {
  /// The text of a number or date that lies between those of the property of the scope; empty for null.
  package func formattedBetween(_ value: Value) -> String {
    guard !value.isNull else { return "" }
    let number = rounded(value)
    guard self[ModelKeys.shared.attribute]?.type.kind == .integer, namedFormatter?.name == "integer"
    else { return formatted(number) }
    let style = self[MiscKeys.shared.locale].numbers
    return NumberText.grouped(number, places: nil, exact: true, style) ?? formatted(number)
  }
}
