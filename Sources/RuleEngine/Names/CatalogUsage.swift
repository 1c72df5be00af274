import Synchronization

/// The catalog facts for lints, collected on first use.
package typealias CatalogUsage = LazyFacts<CatalogUsageFacts>

/// The facts about pages, rows, components and formatters that lints need: where each is used and which keys it reads.
package struct CatalogUsageFacts: Sendable, Equatable {
  /// The tasks and property kinds of components, by name.
  package var components: [String: ComponentUse] = [:]
  /// The kinds of properties for which a key is read, for keys that are not read for all.
  package var propertyKinds: [String: Set<String>] = [:]
  /// The keys that pages read, by page name; a page that is missing is unknown.
  package var pages: [String: PageUse] = [:]
  /// The tasks that pages are made for, by name; a page that is made for any is none of them.
  package var tasksOfPages: [String: Set<String>] = [:]
  /// The tasks that need an entity.
  package var tasksOfEntities: Set<String> = []
  /// The tasks in which rows show objects, by name; none for the row of a property.
  package var tasksOfRows: [String: Set<String>] = [:]
  /// The kinds of properties that formatters write, by name, of functions with `()`; one that writes all is none of them.
  package var kindsOfFormatters: [String: Set<String>] = [:]
  /// The keys that are read for the whole program, where there is no entity, object or property.
  package var keysOfProgram: Set<String> = []
  /// The keys that nothing but pages, and what is on them, reads.
  package var keysOfPages: Set<String> = []

  /// The task in which values are asked for; `TaskName` lies in a module above this one.
  package static let queryTask = "query"

  /// Nothing.
  package init() {}
}

/// Facts computed by a closure at their first use and then kept, because most starts of the program do not need them.
///
/// Known names and the usage facts of pages and components are held this way.
package final class LazyFacts<Facts: Sendable>: Sendable {
  private let collect: @Sendable () -> Facts
  private let collected = Mutex<Facts?>(nil)

  /// Creates facts that `collect` computes on first use.
  package init(_ collect: @escaping @Sendable () -> Facts) { self.collect = collect }

  /// The facts, computed on first use.
  package var facts: Facts {
    collected.withLock { known in
      let facts = known ?? collect()
      known = facts
      return facts
    }
  }
}

/// The keys that a page and everything on it read.
package struct PageUse: Sendable, Hashable {
  /// The names of keys that it reads of itself and of the objects it shows.
  package var reads: Set<String>
  /// The names of keys that it reads of each property that it shows.
  package var propertyReads: Set<String>

  /// A page that reads keys of these names.
  package init(reads: Set<String>, propertyReads: Set<String>) {
    (self.reads, self.propertyReads) = (reads, propertyReads)
  }
}

/// The tasks and property kinds for which a component works.
package struct ComponentUse: Sendable, Hashable {
  /// The tasks in which it works; `nil` for all.
  package var tasks: Set<String>?
  /// The kinds of properties it shows or edits; `nil` for all.
  package var kinds: Set<String>?

  /// A component that works in `tasks` for properties of `kinds`.
  package init(tasks: Set<String>? = nil, kinds: Set<String>? = nil) {
    (self.tasks, self.kinds) = (tasks, kinds)
  }
}
