// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import RuleEnvironment

/// What the user is doing; rights are asked for a task, pages are chosen by it.
public struct TaskKeys: KeyNamespace {
  public static let shared = Self()
  public static let category = "Components and pages"

  public let task = Key(
    "query",
    "What the user is doing: query, list, inspect, edit, create, select …",
    names: .task
  )
}
