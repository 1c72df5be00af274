import Diagnostics
import EntityModel
import EntityStore
import Formatting
import Qualifiers
import RuleEnvironment
import StandardKeys
import Terminal
import Workspace

extension Program {
  /// `d2t get`: the values of one object, or of single properties, each on a line of its own.
  ///
  /// With `--display` they are printed as its page shows them.
  func get(_ emit: (String) throws -> Void) async throws -> Outcome {
    let format = try format()
    return try await withWork { work in
      let target = try target(in: work, task: .inspect)
      guard let id = target.id else {
        throw UsageError("'get' needs one object; write \(target.entity.name)#ID")
      }
      let standard = target.scope.propertyKeys
      let keys = try keys(in: target.scope, or: standard)
      let paths = work.fetchPaths(for: keys, of: target.entity, in: target.scope)
      var fetch = target.specification(paths: paths)
      // Bytes are told by their size, unless they are asked for.
      if format == "text", invocation.displaysValues || invocation.columns.isEmpty {
        fetch.maximumByteCount = EntityStore.pageByteCount
      }
      let record = try await target.object(id, fetch)
      let columns = OutputColumn.columns(
        keys,
        in: target.scope.setting(EditingKeys.shared.choices, to: []),
        work,
        areAskedFor: !invocation.columns.isEmpty,
        isText: format == "text"
      )
      let counts = try await OutputColumn.counts(columns, of: [record], in: work)
      var cells: [OutputCell] = []
      for column in columns { cells.append(try await column.cell(of: record, counts)) }
      if let kind = SeparatedValues(rawValue: format) {
        try emit(kind.line(columns.map(\.key)) + kind.line(cells.map(\.raw)))
      } else if format == "json" {
        try emit(RowWriter.json(columns, cells).printed)
      } else {
        try emit(text(columns, cells))
        return Outcome()
      }
      let lost = zip(columns, cells).filter { !$1.isTold }.map { (key: $0.0.key, count: 1) }
      let loss = format == "json" ? nil : RowWriter.lossSentence(lost)
      return Outcome(messages: loss.map { "\(ProgramName.current): \($0)\n" } ?? "")
    }
  }

  /// Titles and values below each other; only the values of properties that were named.
  private func text(_ columns: [OutputColumn], _ cells: [OutputCell]) -> String {
    let pairs = zip(columns, cells)
    guard invocation.columns.isEmpty else {
      return pairs.map { column, cell in
        Sanitizer.visible(invocation.displaysValues ? cell.text : column.exactText(of: cell)) + "\n"
      }.joined()
    }
    let width = columns.map { TextWidth.cells(of: $0.title) }.max() ?? 0
    return pairs.map { column, cell in
      let title = TextWidth.padded(column.title, toCells: width)
      // Among other values bytes are told by their size; those of one property are printed whole.
      var isSized = false
      if case .data = cell.value { isSized = true }
      let text = invocation.displaysValues || isSized ? cell.text : column.exactText(of: cell)
      return "\(title)  \(Sanitizer.visible(text))".withoutTrailingSpaces + "\n"
    }.joined()
  }
}
