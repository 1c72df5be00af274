package import Qualifiers

/// A guessed foreign key that column names suggest and the schema does not declare, to be confirmed by sampled values.
package struct ReferenceGuess: Sendable {
  /// The reference: one column, and the column referred to.
  package var key: Schema.ForeignKey
  /// The kind of likeness between the names.
  package var basis: Basis
  /// The property's name for the column if the guess holds; `nil` keeps the one it has.
  package var propertyName: String?

  /// Kinds of likeness between the names of a column and a table.
  package enum Basis: Sendable {
    /// The column is called like the table and `id`, or like its key: `customer_id`, `emp_no`.
    case key
    /// The column has the table's name, as a plain number may: `rating`.
    case word
    /// Only the ends or beginnings of two names agree: `ZUSER` and `ZKIKUSER`, `repo_id` and `repository`.
    case ending
    /// The column is called a GUID or a parent, and only its values say of what: `tx_guid`.
    case value
  }

  /// A guess; `key` is marked as inferred.
  package init(_ key: Schema.ForeignKey, basis: Basis, propertyName: String? = nil) {
    (self.key, self.basis, self.propertyName) = (key, basis, propertyName)
    self.key.isInferred = true
  }

  /// Whether a sample of the column confirms the guess.
  ///
  /// Without values the names decide.
  /// After an `id` some values may lead nowhere: rows are deleted, and 0 stands for none. Any other column may as well be
  /// a number, so that all of them have to be found.
  func isConfirmed(by sample: ReferenceSample) -> Bool {
    let values = sample.isFound
    guard !values.isEmpty else { return basis == .key || basis == .word }
    let found = values.count { $0.value }
    switch basis {
    case .key:
      let meant = values.count { $0.value || !$0.key.meansNone }
      return found > 0 && found * 2 >= meant
    case .word: return found == values.count
    // A flag is found among any keys.
    case .value:
      return found > 0 && values.allSatisfy { $0.value || $0.key.meansNone }
        && values.keys.contains { !$0.isZeroOrOne }
    case .ending: return found == values.count && values.keys.contains { !$0.isZeroOrOne }
    }
  }
}

/// A few distinct values of a guessed foreign key column, each with whether the referred column contains it.
package struct ReferenceSample: Sendable {
  /// The answers by value, without nulls; empty for a column without values.
  package var isFound: [Value: Bool]

  /// A sample.
  package init(_ isFound: [Value: Bool]) { self.isFound = isFound }
}

extension Schema {
  /// The two columns of a guessed foreign key, from which the adaptor samples values to confirm the guess.
  package final class ReferencePath {
    /// The positions of the table and the column that refer.
    package let source: (table: Int, column: Int)
    /// The name of the table that refers.
    package let sourceTable: String
    /// The column that refers.
    package let sourceColumn: Schema.Column
    /// The table referred to.
    package let target: Schema.Table
    /// The column referred to.
    package let targetColumn: Schema.Column
    /// Whether one value that is not found refutes the guess.
    package let needsAll: Bool

    fileprivate init(
      source: (table: Int, column: Int),
      _ sourceTable: Schema.Table,
      target: Schema.Table,
      _ targetColumn: Int,
      needsAll: Bool
    ) {
      (self.source, self.target, self.needsAll) = (source, target, needsAll)
      self.sourceTable = sourceTable.name
      sourceColumn = sourceTable.columns[source.column]
      self.targetColumn = target.columns[targetColumn]
    }
  }

  /// Adds the references that names suggest and values confirm; a second call adds nothing.
  ///
  /// `sample` looks up a few values; it gives `nil` where that cannot be done, and names alone decide.
  package mutating func addGuessedReferences(
    of schemaName: String,
    confirmedBy sample: (ReferencePath) -> ReferenceSample?
  ) {
    guard guessedSchemas.insert(schemaName).inserted else { return }
    let inference = KeyInference(tables: tables, of: schemaName)
    let guesses = tables.indices.map { index in
      tables[index].schemaName == schemaName ? inference.guesses(of: index) : []
    }
    guard guesses.contains(where: { !$0.isEmpty }) else { return }
    let indexes = Dictionary(
      tables.indices.filter { tables[$0].schemaName == schemaName }
        .map { (tables[$0].name.folded, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    // What only values say comes last: lookups are limited.
    for isByValue in [false, true] {
      for index in tables.indices {
        var settled: Set<FoldedName> = []
        for guess in guesses[index]
        where (guess.basis == .value) == isByValue && !settled.contains(guess.key.columns[0].folded)
        {
          guard let target = indexes[guess.key.table.folded],
            let path = path(of: guess, from: index, to: target),
            guess.isConfirmed(by: sample(path) ?? ReferenceSample([:]))
          else { continue }
          settled.insert(guess.key.columns[0].folded)
          accept(guess, in: index)
        }
      }
    }
  }

  private func path(of guess: ReferenceGuess, from index: Int, to target: Int) -> ReferencePath? {
    let table = tables[target]
    guard let source = tables[index].columnIndex(guess.key.columns[0]),
      let destination = table.columnIndex(guess.key.targetColumns[0])
    else { return nil }
    return ReferencePath(
      source: (index, source),
      tables[index],
      target: table,
      destination,
      needsAll: guess.basis == .value
    )
  }

  private mutating func accept(_ guess: ReferenceGuess, in index: Int) {
    tables[index].foreignKeys.append(guess.key)
    guard let name = guess.propertyName,
      let column = tables[index].columnIndex(guess.key.columns[0])
    else { return }
    tables[index].columns[column].rename(to: name)
  }
}

extension Value {
  /// Whether it stands for no object where a reference is expected.
  package var meansNone: Bool {
    self == .int(0) || self == .int(-1) || self == .string("") || self == .string("0")
  }

  fileprivate var isZeroOrOne: Bool { self == .int(0) || self == .int(1) }
}
