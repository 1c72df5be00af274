import DirectToTerminal
import DirectToTerminalTesting
import TestSupport

/// A value that no rule can read, because the rule language has no counterpart for it.
struct Basket: Sendable {
  var weight = 0
}

/// The keys that an application of these tests adds.
struct SeedKeys: KeyNamespace {
  static let shared = Self()
  static let category = "Seeds"
  let charge = Key(1, "What is put on top of each price.")
  let remark = Key<String?>("What is to be said, or nothing.")
  let guide = Key<String?>("Who leads the way.", required: true)
  let tone = Key("plain", "How it is said.", category: "Manners", allowed: ["plain", "loud"])
  let basket = Key(viewOnly: Basket(), "What is being bought.")
}

/// The word before them.
extension AddedNamespaces { static var seed: SeedKeys { .shared } }

extension Application {
  /// The record shop with the keys of these tests, some rules and parts.
  @MainActor static func seed(
    rules: String = "",
    @ApplicationBuilder parts: () -> [any ApplicationPart] = { [] }
  ) -> Application {
    Application("seed") {
      Database(script: RecordShop.script, title: "Records")
      Keys(SeedKeys.self)
      Rules(rules, name: "seed.rules")
      parts()
    }
  }
}

extension ApplicationTester {
  /// The record shop with a view of one's own as the page on which objects are inspected.
  @MainActor static func page<Content: View>(
    rules: String = "",
    of arguments: String = "--entity Artist --id 2",
    @ViewBuilder view: @escaping @MainActor () -> Content
  ) async throws -> ApplicationTester {
    let application = Application.seed(rules: "task = 'inspect' => page = 'seed'\n" + rules) {
      Page("seed", about: .object, view: view)
    }
    return try await ApplicationTester(
      application,
      arguments.split(separator: " ").map(String.init)
    )
  }
}
