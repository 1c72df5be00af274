import Qualifiers

/// The search of a query page: its texts, the condition and a title.
struct QueryFormRequest {
  /// The way in which the rows found by a query form are combined with those already listed: replace, narrow, add or remove.
  enum Use {
    /// They give way to those that are found; conditions of other kinds stay.
    case instead
    /// Keep only listed rows that are also found.
    case constrain
    /// Add the found rows.
    case extend
    /// Remove the found rows.
    case omit
  }

  /// The texts by property, for each alternative.
  let texts: [[String: String]]
  let qualifier: Qualifier
  /// The title of the search for users.
  let title: String
}

extension Qualifier {
  /// Holds where this does not, whether it is false or unknown because something compared is null.
  var omitted: Qualifier {
    switch self {
    case .and(let parts): .any(parts.map(\.omitted))
    case .or(let parts): .all(parts.map(\.omitted))
    case .not(let inside): inside.kept
    case .constant, .isNull: .not(self)
    default: .any([.not(self)] + nulls)
    }
  }

  /// Holds where this does, or is unknown because something compared is null.
  private var kept: Qualifier {
    switch self {
    case .and(let parts): .all(parts.map(\.kept))
    case .or(let parts): .any(parts.map(\.kept))
    case .not(let inside): inside.omitted
    case .constant, .isNull: self
    default: .any([self] + nulls)
    }
  }

  private var nulls: [Qualifier] { paths.map { .isNull(Expression(.path($0))) } }
}
