/// The kind of name that a key's text must be, so that loading rules reports unknown names.
public enum NameDomain: String, Sendable, Hashable, CaseIterable {
  /// `sortOrdering` is a property with what is said of its order: `-price nulls last`.
  case entity, property, sortOrdering, task, page, pageWrapper, rowComponent, component,
    debugComponent, formatter
  case color, look, command
  /// Values of objects, as a request for groups writes them: `yearMonth(rentedAt) sum(fee)`.
  case groups
  /// Properties, in lists that begin with a title of any words.
  case section
  /// Entities, in lists that begin with a title of any words.
  case menuSection
  /// An attribute of the objects to which a relationship leads, or of those between.
  case farAttribute
}

/// The direction in which restricted layers, the user's own rules, may change a permission key.
public enum Narrowing: String, Sendable, Hashable {
  /// A flag that allows: true may become false.
  case onlyToFalse
  /// A flag that forbids: false may become true.
  case onlyToTrue
  /// A list of what is allowed: names may be left out.
  case onlyFewer
  /// A list of what is forbidden: names may be added.
  case onlyMore
  /// A qualifier: another condition may be added with `and`.
  case onlyConjunction
  /// A demand that may be left open: null may become a value, and no value another.
  case onlyFromNull
  /// Not changed at all: the user, for instance.
  case never
}
