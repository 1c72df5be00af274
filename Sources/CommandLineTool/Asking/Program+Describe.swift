import AccessControl
import EntityModel
import EntityStore
import Insight
import Pages
import Qualifiers
import RuleEnvironment
import StandardKeys
import Workspace

extension Program {
  /// `d2t describe`: a profile of each column that is shown, or of those that are asked for.
  func describe(_ emit: @escaping (String) throws -> Void) async throws -> Outcome {
    try await withSummarizedWork { work in
      let target = try summarizedTarget(of: link(in: work), in: work)
      let attributes = target.entity.attributes.filter { !$0.definition.isHidden }.map(\.name)
      let names = invocation.columns.isEmpty ? target.shown(attributes) : invocation.columns
      let columns = try names.map { try target.profiledColumn($0) }
      let numbers = column("", by: .count, in: target)
      let outputs = Self.profileColumns.map { numbers.output(as: $0) }
      return try await printSummary(outputs, of: target, to: emit) { write in
        let rows = target.summarizedRows
        let counted = try await work.store.countedProfiles(of: columns, in: rows)
        for (profiled, counted) in zip(columns, counted) {
          let profile = try await work.store.completed(counted, of: profiled, in: rows)
          let column = column(profiled.name, of: profiled.value, in: target)
          let counts = [profile.rows, profile.nulls, profile.distinct]
          try write(
            [profile.property, profile.type].map { numbers.cell(.string($0)) }
              + counts.map { numbers.cell($0.map { .int(Int64($0)) } ?? .null) }
              + [profile.min, profile.max].map { column.cell($0) }
              + [column.cell(profile.mean, by: .avg)]
              + [profile.median, profile.q1, profile.q3].map { column.cell($0, by: .median) }
              + [column.cell(profile.mode)]
          )
        }
      }
    }
  }

  /// The names of what a profile tells.
  private static let profileColumns = [
    "property", "type", "rows", "nulls", "distinct", "min", "max", "mean", "median", "q1", "q3",
    "mode",
  ]
}

extension LinkTarget {
  /// The properties among `names` that may be seen in all rows.
  fileprivate func shown(_ names: [String]) -> [String] {
    names.filter { scope.showsColumn(PropertyPath($0)) }
  }

  /// Returns a property or expression to be profiled.
  fileprivate func profiledColumn(_ name: String) throws -> ProfiledColumn {
    let value = try scope.value(writtenByUser: name)
    guard case .path(let path) = value.kind, let attribute = entity.property(at: path).attribute
    else { return ProfiledColumn(name, type: "any", value: value, isCountedOnly: false) }
    return ProfiledColumn(
      name,
      type: attribute.typeName,
      value: value,
      isCountedOnly: attribute.type.kind == .blob || scope.leadsToPassword(path)
    )
  }
}
