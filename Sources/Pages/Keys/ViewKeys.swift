public import Editing
public import RuleEnvironment
public import Widgets
public import Workspace

/// Environment keys that views pass to their subviews; rules cannot read them.
public nonisolated struct ViewKeys: KeyNamespace {
  /// The one instance whose keys count.
  public static let shared = Self()

  /// The pending changes of all pages: what is inserted, changed, deleted, undone in it is saved by `PageContext.save()`.
  public let ruleObjectContext = Key(viewOnly: EditingContext?.none, "What is pending.")
  /// The fields of the object that is being edited here; what editors write into.
  public let form = Key(viewOnly: FormModel?.none, "What is being edited here.")
  /// The field whose row is shown here: `PropertyComponent` edits it.
  let field = Key(viewOnly: FormFieldContext?.none, "The field of a form.")
  /// The search text for the property on a query page, as typed: `>3`, `^A`; `nil` outside a query field.
  public let asked = Key(viewOnly: Binding<String>?.none, "What is asked of the property.")
}

nonisolated extension EnvironmentValues {
  /// Keys of ``ViewKeys``.
  public subscript<V>(dynamicMember path: KeyPath<ViewKeys, Key<V>>) -> V {
    get { self[ViewKeys.shared[keyPath: path]] }
    set { self[ViewKeys.shared[keyPath: path]] = newValue }
  }
}

nonisolated extension Environment {
  /// The value of a key of ``ViewKeys``.
  public init(_ path: KeyPath<ViewKeys, Key<V>>) { self.init(ViewKeys.shared[keyPath: path]) }
}

/// The address of a form field: its path from the form's object, and the form and property that it writes to.
struct FormFieldContext {
  /// The path from the object of the form around it on.
  let key: String
  let form: FormModel
  /// The form of the object that is written; `nil` where there is none.
  let owner: FormModel?
  /// The property of that object.
  let ownKey: String
}
