import Widgets
import Workspace

/// A search that follows what is typed.
struct TypedSearch {
  /// Goes to the first match of a text behind the place where the search began; back to that place without any.
  let type: (String) -> Void
  /// Stays where the search has come; says so where nothing was found.
  let keep: (String) throws(PromptRefusal) -> Void
  /// Goes back to the place where the search began.
  let goBack: () -> Void
}

extension CommandContext {
  /// Asks for a text and searches for it at each letter: Enter keeps the place, Esc goes back.
  func search(
    completions: @escaping (String) -> [String] = { _ in [] },
    by search: TypedSearch
  ) {
    prompt(
      "/",
      history: .search,
      completions: completions,
      typed: search.type,
      cancel: search.goBack,
      then: search.keep
    )
  }
}
