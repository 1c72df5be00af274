import EntityModel
package import EntityStore
package import Insight
import Qualifiers
package import RuleEnvironment
import StandardKeys

/// The profile of a column as far as it is known.
package enum ProfileProgress: Sendable {
  /// The numbers of rows and nulls.
  case counted(ColumnProfile)
  case completed(ColumnProfile)
  /// A value of the column cannot be read or computed.
  case failed(StoreError)
}

extension WorkContext {
  /// The profiles of columns in the rows of a fetch, handed to `body` with the number of their column: first the counts of
  /// all, then one column after the other.
  ///
  /// - Throws: what `body` throws, and what fetching throws that is no fault of one of several columns.
  package func profiles(
    of columns: [ProfiledColumn],
    in rows: FetchSpecification,
    _ body: (Int, ProfileProgress) throws -> Void
  ) async throws {
    var all: [ColumnProfile] = []
    do throws(StoreError) {
      all = try await store.countedProfiles(of: columns, in: rows)
    } catch {
      // Each column is counted alone, so that those with a fault are told.
      guard error.concernsRows, columns.count > 1 else { throw error }
    }
    for (index, profile) in all.enumerated() { try body(index, .counted(profile)) }
    for (index, column) in columns.enumerated() {
      let progress: ProfileProgress
      do throws(StoreError) {
        let counted =
          all.isEmpty ? try await store.countedProfiles(of: [column], in: rows).first : all[index]
        guard let counted else { continue }
        progress = .completed(try await store.completed(counted, of: column, in: rows))
      } catch {
        guard error.concernsRows, columns.count > 1 else { throw error }
        progress = .failed(error)
      }
      try body(index, progress)
    }
  }
}

extension EnvironmentValues {
  /// The property or expression that a person wants to be profiled.
  ///
  /// - Throws: as ``value(writtenByUser:isLabelled:)``.
  package func profiledColumn(
    writtenByUser name: String,
    isLabelled: Bool = false
  ) throws -> ProfiledColumn {
    let value = try value(writtenByUser: name, isLabelled: isLabelled)
    let isSecret = value.paths.contains(where: leadsToPassword)
    return ProfiledColumn(name, value: value, of: self[ModelKeys.shared.entity], isSecret: isSecret)
  }
}
