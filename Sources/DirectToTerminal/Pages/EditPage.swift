import Editing
import EntityModel
import RuleEnvironment
import Widgets

/// The fields of one object; nothing is written before it is saved.
struct EditPage: View {
  @Environment(\.session) private var session
  @Environment(\.labelWidth) private var labelWidth

  var body: some View {
    if let session, let object = session.navigator.current.object {
      let form = session.form(of: session.navigator.current, object: object)
      let scope = EnvironmentValues.current
      let sections = PropertySection.all(in: scope)
      let width = labelWidth ?? PropertySection.labelWidth(of: sections, in: scope)
      Tabbed {
        ScrollView {
          VStack {
            ForEach(sections) { section in
              if let title = section.title { Text(title).role(.header) }
              ForEach(section.rows) { row in
                FieldRow(form: form, key: row.key)
                  .transformEnvironment { scope in
                    scope = scope.scoped(toProperty: row.key)
                    scope[RenderingKeys.shared.labelWidth] = width
                  }
              }
            }
          }
        }
      }
      .commands { session.editCommands(for: form) }
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

  var body: some View {
    let scope = EnvironmentValues.current
    let refusal = session.flatMap { Permissions(session: $0, scope: scope).propertyRefusal }
    HStack {
      Text(form.isChanged(key) ? "●" : " ").role(.mark)
      Text(isMandatory ? "\(name) *" : name).dim().frame(width: (labelWidth ?? 20) + 2)
      if refusal == nil {
        PropertyComponent().layoutPriority(1)
      } else {
        PropertyComponent()
          .transformEnvironment { $0 = $0.scoped(toTask: "inspect").scoped(toProperty: key) }
          .role(.dim)
          .layoutPriority(1)
      }
      if let problem = form.problems[key] {
        Text("✗ \(problem)").role(.error).layoutPriority(2)
      } else if let hint {
        Text(hint).dim().layoutPriority(2)
      }
    }
  }
}

extension Session {
  /// The fields of a page, made when they are first asked for.
  func form(of page: PageState, object: ManagedObject) -> FormModel {
    if let form = page.form { return form }
    let form = FormModel(object: object)
    page.form = form
    if object.state != .inserted { loading { [self] in await refresh(object) } }
    return form
  }
}
