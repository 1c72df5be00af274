public import RuleEnvironment
import Widgets

/// Environment keys of the page and the user interface; rules cannot read them.
public nonisolated struct PageKeys: KeyNamespace {
  /// The one instance whose keys count.
  public static let shared = Self()

  /// The pages and the screen over the open database.
  package let userInterface = Key(viewOnly: UserInterface?.none, "What is open.")
  /// The API of the page for its views; outside of a page it does nothing.
  public let pageContext = Key(viewOnly: PageContext(), "What the page may do.")
  /// The commands that the page offers: rows and editors ask it many times in a frame.
  let pageActions = Key(viewOnly: PageActions(), "What the page offers.")
}

nonisolated extension EnvironmentValues {
  /// Keys of ``PageKeys``.
  public subscript<V>(dynamicMember path: KeyPath<PageKeys, Key<V>>) -> V {
    get { self[PageKeys.shared[keyPath: path]] }
    set { self[PageKeys.shared[keyPath: path]] = newValue }
  }
}

nonisolated extension Environment {
  /// The value of a key of ``PageKeys``.
  public init(_ path: KeyPath<PageKeys, Key<V>>) { self.init(PageKeys.shared[keyPath: path]) }
}
