// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Qualifiers
public import RuleEnvironment

/// The keys for fetching: an additional condition, the batch size, prefetching and the time limit.
public struct FetchingKeys: KeyNamespace {
  public static let shared = Self()
  public static let category = "Fetching"

  public let auxiliaryQualifier = Key<Qualifier?>(nil, "A condition added to what a list fetches.")
  public let startFilter = Key<Qualifier?>(
    nil,
    "A condition with which a list begins, shown as a filter that can be taken away."
  )
  package let groups = Key<String?>(
    "The groups with which the group page of a list begins: `yearMonth(rentedAt), store across state sum(fee) -sum(fee)`.",
    names: .groups
  )
  public let batchSize = Key(100, "Rows fetched at a time.")
  public let prefetchKeyPaths = Key<[String]>(
    [],
    "Paths of relationships, or of values behind them, fetched along.",
    names: .property
  )
  public let fetchTimeLimit = Key(30, "Seconds after which a fetch gives up; 0 for never.")
}
