import AccessControl
import Editing
import EntityModel
import RuleEnvironment
import StandardKeys
import Terminal
import Widgets

/// The fields of one object; nothing is written before it is saved.
struct EditPage: View {
  @Environment(\.session) private var session
  @Environment(\.screen) private var screen
  @Environment(\.labelWidth) private var labelWidth

  var body: some View {
    if let session, let object = session.navigator.current.object {
      let form = session.form(of: session.navigator.current, object: object)
      let scope = EnvironmentValues.current
      let sections = PropertySection.all(in: scope)
      let width =
        labelWidth ?? PropertySection.labelWidth(of: sections, pageWidth: screen.width)
      Tabbed {
        ScrollView {
          VStack {
            if sections.isEmpty { NothingShown() }
            ForEach(sections) { section in
              if let title = section.title { Text(title).role(.header) }
              if section.isLong {
                LazyVStack(section.rows) { field(for: $0, of: form, width) }
              } else {
                ForEach(section.rows) { field(for: $0, of: form, width) }
              }
            }
          }
        }
      }
      .commands { session.editCommands(for: form) }
    }
  }

  private func field(
    for row: PropertySection.Row,
    of form: FormModel,
    _ width: Int
  ) -> some View {
    FieldRow(form: form, key: row.key)
      .transformEnvironment { scope in
        scope = scope.scoped(toProperty: row.key)
        scope[RenderingKeys.shared.labelWidth] = width
      }
  }
}

/// One field: whether it was changed, its name, its editor, what is wrong with it.
struct FieldRow: View {
  let form: FormModel
  let key: String
  @Environment(\.session) private var session
  @Environment(\.labelWidth) private var labelWidth
  @Environment(\.displayNameForProperty) private var name
  @Environment(\.isMandatory) private var isMandatory
  @Environment(\.hint) private var hint
  @Environment(\.task) private var task
  @Environment(\.attribute) private var attribute

  var body: some View {
    FormRow(name, state: state, labelWidth: min(labelWidth ?? 20, 1_000) + 2) {
      if refusal == nil {
        PropertyComponent().focusName(key).formField().style(left == nil ? .plain : dimmed)
      } else if let left {
        Text(left.text).dim()
      } else {
        PropertyComponent()
          .transformEnvironment { $0 = $0.scoped(toTask: "inspect").scoped(toProperty: key) }
          .role(.dim)
      }
    }
  }

  private var state: FieldState {
    FieldState(
      isRequired: isMandatory,
      isModified: form.isChanged(key),
      problem: form.problems[key],
      hint: attribute.flatMap { form.meaning(of: $0, in: .current) } ?? help
    )
  }

  /// What the rules say of the field, behind the word that marks a default.
  private var help: String? {
    left == nil ? hint : ["default", hint].compactMap(\.self).joined(separator: "  ·  ")
  }

  /// What the database gives the field as it stands.
  private var left: FieldDefault? { form.leftDefault(of: key, in: .current) }

  private var dimmed: Style { (session?.palette ?? .mono)[.dim] }

  /// Why the field can only be read; judged by what is stored, so that a change can be taken back.
  private var refusal: String? {
    guard let session else { return nil }
    let page = session.permissions(for: form.object, task: task)
    let property = Permissions(session: session, scope: page.scope.scoped(toProperty: key))
    return page.objectRefusal ?? property.pathRefusal ?? property.propertyRefusal
  }
}

extension Session {
  /// The fields of a page, made when they are first asked for.
  func form(of page: PageState, object: ManagedObject) -> FormModel {
    if let form = page.form { return form }
    let form = form(for: object)
    page.form = form
    loading { [self] in
      await object.state == .inserted
        ? ReferenceLabels(session: self).fill(object) : refresh(object)
    }
    if !object.entity.findings.isKnown { loading { [self] in await survey(object.entity) } }
    return form
  }
}
