/// The names of built-in components that code refers to, such as `DisplayString`; other names appear only where they are
/// declared.
package enum ComponentName {
  package static let displayBlob = "DisplayBlob"
  package static let displayJSON = "DisplayJSON"
  package static let displayNothing = "DisplayNothing"
  package static let displayPassword = "DisplayPassword"
  package static let displayString = "DisplayString"
  package static let displayToMany = "DisplayToMany"
  package static let displayToManyRows = "DisplayToManyRows"
  package static let chart = "chart"
  package static let displayToManyTable = "DisplayToManyTable"
  package static let displayToOne = "DisplayToOne"
  package static let editBlob = "EditBlob"
  package static let editPassword = "EditPassword"
  package static let editTicks = "EditTicks"
  package static let editToMany = "EditToMany"
  package static let editToManyTable = "EditToManyTable"
  package static let editToOne = "EditToOne"
  package static let queryToOne = "QueryToOne"

  /// The components that show or edit a password.
  package static let passwords = [editPassword, displayPassword]
}

/// The names of built-in pages and page wrappers that code refers to, such as `masterDetail`.
package enum PageName {
  /// The page for a task without a page.
  package static let unknown = "unknown"
  /// The wrapper with nothing around the page.
  package static let navigation = "navigation"
  /// The wrapper with an object beside its list.
  package static let masterDetail = "masterDetail"
}

/// The names of built-in row layouts that code refers to, such as `propertyNameValue`.
package enum RowName {
  /// A property's name with its value beside it.
  package static let propertyNameValue = "propertyNameValue"
}
