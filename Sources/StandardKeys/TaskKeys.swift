// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import RuleEnvironment

/// The key for the user's task, which decides the permissions and the page.
public struct TaskKeys: KeyNamespace {
  public static let shared = Self()
  public static let category = "Components and pages"

  public let task = Key(
    "query",
    "What the user is doing: query, list, inspect, edit, create, select …",
    names: .task
  )
}
