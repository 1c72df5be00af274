import Diagnostics
import EntityModel
import EntityStore
import Insight
import Qualifiers
import Workspace

extension Program {
  /// `d2t describe`: a profile of each column that is shown, or of those that are asked for.
  func describe(_ emit: @escaping (String) throws -> Void) async throws -> Outcome {
    try await withSummarizedWork { work in
      let target = try summarizedTarget(of: namedLink(in: work), in: work)
      let attributes = target.entity.attributes.filter { !$0.definition.isHidden }.map(\.name)
      let shown = attributes.filter { target.scope.showsColumn(PropertyPath($0)) }
      let names = invocation.columns.isEmpty ? shown : invocation.columns
      let columns = try names.map { try target.scope.profiledColumn(writtenByUser: $0) }
      let (texts, numbers) = (
        SummaryColumn("", in: target), SummaryColumn("", by: .count, in: target)
      )
      let outputs =
        ["property", "type"].map { texts.output(as: $0) }
        + Self.measures.map { numbers.output(as: $0) }
      var faults: [String] = []
      var outcome = try await printSummary(outputs, of: target, upTo: terminalWidth, to: emit) {
        write in
        try await work.profiles(of: columns, in: target.summarizedRows) { index, progress in
          let profiled = columns[index]
          let profile: ColumnProfile
          switch progress {
          case .counted: return
          case .completed(let completed): profile = completed
          case .failed(let error):
            // A value that cannot be computed is no reason to tell nothing of the other columns.
            faults.append("\(ProgramName.current): \(profiled.name): \(error.sentence)\n")
            return
          }
          let values = SummaryColumn(profiled.name, of: profiled.value, in: target)
          var cells = [profile.property, profile.type].map { texts.cell(.string($0)) }
          for count in [profile.rows, profile.nulls, profile.distinct] {
            cells.append(numbers.cell(count.map { .int(Int64($0)) } ?? .null))
          }
          // The text that a rule gives to null says nothing of a mean.
          @MainActor func cell(_ value: Value, by function: AggregateFunction? = nil) -> OutputCell
          {
            value.isNull ? numbers.cell(.null) : values.cell(value, by: function)
          }
          cells += [profile.min, profile.max].map { cell($0) } + [cell(profile.mean, by: .avg)]
          cells += [profile.median, profile.q1, profile.q3].map { cell($0, by: .median) }
          cells.append(cell(profile.mode))
          try write(cells)
        }
      }
      outcome.messages += faults.joined()
      return outcome
    }
  }

  /// The names of what a profile measures.
  private static let measures = [
    "rows", "nulls", "distinct", "min", "max", "mean", "median", "q1", "q3",
    "mode",
  ]
}
