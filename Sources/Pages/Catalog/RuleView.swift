public import RuleEngine
import RuleEnvironment
public import Widgets

/// A view as the value of a rule written in Swift: `\.page <= .view { Dashboard() }`.
///
/// Keys that name pages, wrappers of pages, components and debug components take one. An application's `Rules` adds it to the
/// application under a name that says where it is written; rules of files do not know it.
public nonisolated struct RuleView: Sendable {
  fileprivate let name: String
  fileprivate let make: @MainActor @Sendable () -> AnyView

  /// A view, made where a rule's key chooses it.
  public static func view<Content: View>(
    file: String = #fileID,
    line: Int = #line,
    @ViewBuilder _ content: @escaping @MainActor @Sendable () -> Content
  ) -> RuleView {
    let type = "\(Content.self)"
    let name = type.contains("<") ? "view" : type
    return RuleView(name: "\(name) (\(file):\(line))") { AnyView(content()) }
  }
}

/// The key names a view, as if it had been registered.
public nonisolated func <= (key: RuleKeyPath<String>, view: RuleView) -> RuleAssignment {
  RuleAssignment(key, part: view, named: view.name)
}

/// The key names a view, as if it had been registered.
public nonisolated func <= (key: RuleKeyPath<String?>, view: RuleView) -> RuleAssignment {
  RuleAssignment(key, part: view, named: view.name)
}

extension Catalog {
  /// Registers a view that is the value of a rule.
  ///
  /// - Returns: Its name; `nil` where the rule's key names nothing that is a view.
  package mutating func add(_ part: RulePart) -> String? {
    guard let view = part.content as? RuleView else { return nil }
    switch part.domain {
    case .page: return Self.add(view, part.name, to: &pages)
    case .pageWrapper: return Self.add(view, part.name, to: &pageWrappers)
    case .debugComponent: return Self.add(view, part.name, to: &debugComponents)
    case .component:
      let name = Self.free(part.name, in: components)
      components[name] = Component(name, view: view.make)
      return name
    default: return nil
    }
  }

  /// Registers a view among pages of one kind, and gives its name.
  private static func add(
    _ view: RuleView,
    _ name: String,
    to pages: inout [String: Page]
  ) -> String {
    let name = free(name, in: pages)
    pages[name] = Page(name, view: view.make)
    return name
  }

  /// The name, with a number where it is taken: a loop makes several views in one line.
  private static func free<Item>(_ name: String, in items: [String: Item]) -> String {
    guard items[name] != nil else { return name }
    var number = 2
    while items["\(name) \(number)"] != nil { number += 1 }
    return "\(name) \(number)"
  }
}
