import AccessControl
import Editing
import EntityModel
import Qualifiers
import RuleEnvironment
import StandardKeys
import Terminal
public import Widgets
import Workspace

/// One field of a form: its change mark, name, editor and error message.
///
/// The rules choose its layout by `rowComponent`, in which ``PropertyComponent`` edits the value.
///
/// A path such as `boss.name` is a field of the object that it leads to, which is read when the field appears. Where that
/// object is missing, or rules let no user change it, the value is only shown. A property that may not be seen has no field.
public struct FieldRow: View {
  private let key: String
  @Environment(\.form) private var form

  /// The field of a property.
  public init(_ key: String) { self.key = key }

  /// The field.
  public var body: some View {
    let (key, path) = (key, PropertyPath(key))
    if let form, EnvironmentValues.current.showsProperty(key) {
      Group {
        if path.components.count == 1 {
          ChosenFieldRow(place: FormFieldContext(key: key, form: form, owner: form, ownKey: key))
        } else {
          ReferencedFieldRow(key: key, form: form, owner: form.owner(of: path))
        }
      }
      .transformEnvironment { $0 = $0.scoped(toProperty: key) }
    }
  }
}

/// A field with a path such as `boss.name`, which reads the other object and edits that object's form.
private struct ReferencedFieldRow: View {
  let key: String
  let form: FormModel
  let owner: FieldTarget
  @Environment(\.pageContext) private var page

  var body: some View {
    Group {
      if case .form(let owner, let ownKey) = owner {
        ChosenFieldRow(place: FormFieldContext(key: key, form: form, owner: owner, ownKey: ownKey))
          .environment(ViewKeys.shared.form, owner)
      } else {
        ChosenFieldRow(place: FormFieldContext(key: key, form: form, owner: nil, ownKey: key))
      }
    }
    .task(id: place) {
      switch owner {
      case .unread(let id, let entity): page.openOwner(id, entity)
      // One that is edited on another page is among the forms of this one too.
      case .form(let form, _): page.adopt(form)
      case .none: break
      }
    }
  }

  /// An id of the object whose field is shown or must still be read.
  ///
  /// A new id restarts the view's task.
  private var place: AnyID? {
    switch owner {
    case .form(let form, _): AnyID(ObjectIdentifier(form))
    case .unread(let id, _): AnyID(id)
    case .none: nil
    }
  }
}

extension FormFieldContext {
  /// Whether the way to the form has said what the field holds.
  func isGiven(on page: PageContext) -> Bool {
    owner === form && FormInitialFocus(page: page, form: form).isGiven(ownKey)
  }

  /// Returns the default that the field is left to; `nil` for none.
  func leftDefault(in scope: EnvironmentValues) -> FieldDefault? {
    owner?.leftDefault(of: ownKey, in: scope)
  }
}

/// The row that the rules choose for a field, in the scope of its property, with the marks and remarks of forms.
private struct ChosenFieldRow: View {
  let place: FormFieldContext
  @Environment(\.userInterface) private var ui
  @Environment(\.rendering) private var rendering
  @Environment(\.rowComponent) private var rowName
  @Environment(\.labelWidth) private var labelWidth
  @Environment(\.displayNameForProperty) private var name
  @Environment(\.isMandatory) private var isMandatory
  @Environment(\.hint) private var hint
  @Environment(\.isPropertyEditable) private var isPropertyEditable
  @Environment(\.attribute) private var attribute
  @Environment(\.passwordHash) private var passwordHash
  @Environment(\.pageContext) private var page

  var body: some View {
    let (place, state) = (place, state)
    rendering.item(of: \.rows, named: rowName, kind: "row component") { row in
      if row.listStyle != nil {
        InapplicableRow(name: row.name)
      } else if row.isBesideName {
        FormRow(name, state: state, labelWidth: min(labelWidth ?? 20, 1_000) + 2) {
          FieldValue(place: place)
        }
      } else {
        FormRow("", state: state, labelWidth: 0) { row.view() }
          .environment(ViewKeys.shared.field, place)
      }
    }
  }

  private var state: FieldState {
    let (owner, ownKey) = (place.owner, place.ownKey)
    return FieldState(
      isRequired: isMandatory,
      isModified: !place.isGiven(on: page) && owner?.isChanged(ownKey) ?? false,
      problem: problem,
      hint: owner?.remarkOnOthers(at: ownKey)
        ?? attribute.flatMap { owner?.meaning(of: $0, in: .current) } ?? plainPassword ?? help
    )
  }

  /// Says that a new password is saved as it is, where the others look hashed.
  private var plainPassword: String? {
    guard let attribute, attribute.holdsLongPasswords, passwordHash == nil,
      let owner = place.owner, owner.isChanged(place.ownKey),
      let typed = owner.value(of: attribute).string,
      (1..<Attribute.longPassword).contains(typed.utf8.count)
    else { return nil }
    return "saved as typed; other rows seem to hold hashes (see passwordHash)"
  }

  /// The field's error message; where an empty text is a valid value, with the key that enters it.
  private var problem: String? {
    guard let ui, let owner = place.owner,
      let fault = owner.faults(in: ui.work)[place.ownKey]
    else { return nil }
    guard let attribute, owner.value(of: attribute).isNull,
      owner.takesEmptyText(attribute, in: .current),
      let host = ui.screen.host,
      let key = host.keyBindings.keys(for: .setNull).first.map(host.symbol)
    else { return fault }
    return "\(fault); \(key): an empty text"
  }

  /// The hint from rules, or what may be typed where lists show something else.
  private var typingHint: String? {
    hint ?? (isPropertyEditable ? EnvironmentValues.current.namedFormatter?.typedForms : nil)
  }

  /// The hint, after the word `default` where the field is left to its default.
  private var help: String? {
    place.leftDefault(in: .current) == nil
      ? typingHint : ["default", typingHint].compactMap(\.self).joined(separator: "  ·  ")
  }
}

/// The component that the rules choose for a field; where it cannot be changed the value is shown.
struct FieldValue: View {
  let place: FormFieldContext
  @Environment(\.userInterface) private var ui
  @Environment(\.pageContext) private var page
  @Environment(\.task) private var task

  var body: some View {
    let key = place.key
    let left = place.leftDefault(in: .current)
    Group {
      if let owner = place.owner, !place.isGiven(on: page), refusal(in: owner) == nil {
        PropertyComponent()
          .focusName(FieldFocusID(object: ObjectIdentifier(owner.object), key: place.ownKey))
          .formField(
            mayBegin: owner === place.form && beginning.mayBegin(at: place.ownKey, in: .current)
          )
          .style(own.overlaid(with: left == nil ? .plain : palette[.dim]))
      } else if let left {
        Text(left.text).dim()
      } else {
        PropertyComponent()
          .transformEnvironment { $0 = $0.scoped(toTask: .inspect).scoped(toProperty: key) }
          .role(.dim)
      }
    }
    .environment(ViewKeys.shared.field, nil)
  }

  private var palette: Palette { ui?.palette ?? .mono }

  /// How rules let the value look.
  private var own: Style { EnvironmentValues.current.style(in: palette) ?? .plain }

  private var beginning: FormInitialFocus { FormInitialFocus(page: page, form: place.form) }

  /// Why the field can only be read; judged by what is stored, so that a change can be taken back.
  private func refusal(in owner: FormModel) -> String? {
    guard let work = ui?.work else { return nil }
    // Of an object behind a path rules are asked as on its own page.
    let page = work.permissions(
      for: owner.object,
      task: owner === place.form ? TaskName(rawValue: task) : owner.task
    )
    let property = Permissions(work: work, scope: page.scope.scoped(toProperty: place.ownKey))
    if let refusal = page.objectRefusal ?? property.propertyRefusal { return refusal }
    guard place.key != place.ownKey else { return nil }
    // Rules that show the path may hand it out to be looked at only.
    let shown = work.permissions(for: place.form.object, task: TaskName(rawValue: task)).scope
      .scoped(toProperty: place.key)
    return Permissions(work: work, scope: shown).propertyRefusal
  }
}
