import Workspace

/// A column of a file and the property that its values go to, as `--map` says: `Vorname=firstName`.
nonisolated struct ColumnMapping: Hashable, Sendable {
  /// The column as the file calls it.
  let column: String
  /// The property; empty where the column is left out.
  let property: String

  /// Reads `COLUMN=PROPERTY`; a column may have a `=` in its name, a property has none.
  init(_ argument: String) throws(UsageError) {
    guard let sign = argument.lastIndex(of: "="), sign != argument.startIndex else {
      throw UsageError(
        "--map takes COLUMN=PROPERTY (COLUMN= skips it), not '\(argument)'"
      )
    }
    column = String(argument[..<sign])
    property = String(argument[argument.index(after: sign)...])
  }
}
