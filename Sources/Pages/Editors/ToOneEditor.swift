import AccessControl
import Editing
import EntityModel
import EntityStore
import RuleEnvironment
import StandardKeys
import Terminal
import Widgets
import Workspace

/// The editor for a to-one relationship: typing searches the labels of objects, and Enter opens the page to choose one.
struct ToOneEditor: View {
  @Environment(\.pageContext) private var page
  @Environment(\.form) private var form
  @Environment(\.relationship) private var relationship
  @Environment(\.propertyKey) private var key
  @Environment(\.displayNameForProperty) private var name
  @Environment(\.choices) private var choices

  var body: some View {
    let scope = ownScope
    let left = relationship.flatMap { relationship in
      form?.leftDefault(of: relationship.name, in: scope)
        .map { CellText.toOne($0, of: relationship) }
    }
    let content = left ?? CellText.toOne(in: scope)
    // Read now: commands are asked for outside of the scope.
    let choices = choices
    let typing = own.flatMap {
      ToOneAutocomplete(
        page: page,
        form: $0.form,
        relationship: $0.relationship,
        name: name,
        from: scope.picking(choices)
      )
    }
    let width = scope[RenderingKeys.shared.width] ?? 40
    HStack {
      Text(content.text).role(content.role)
      Spacer()
      Text("›").role(.link)
    }
    .fieldGround(width: max(width, TextWidth.cells(of: content.text) + 2))
    .focusable(highlights: false)
    .commands { commands(choices, typing) }
    .onTyping(typing.map { typing in { typing.begin($0, $1) } })
  }

  /// The form and the relationship of its object; `nil` where nothing can be chosen.
  private var own: (form: FormModel, relationship: Relationship)? {
    guard let relationship, let form,
      form.object.entity.relationship(named: relationship.name) === relationship
    else { return nil }
    return (form, relationship)
  }

  /// The scope of the relationship in the object that refers to another one, where a path leads to that.
  private var ownScope: EnvironmentValues {
    let scope = EnvironmentValues.current
    guard let form, let relationship, relationship.name != key else { return scope }
    return scope.scoped(to: form.object.snapshot).scoped(toProperty: relationship.name)
  }

  @CommandBuilder private func commands(_ choices: Choices, _ typing: ToOneAutocomplete?)
    -> [Command]
  {
    let scope = ownScope
    if let typing, let (form, relationship) = own {
      Command(.open, title: "choose") { _ in
        page.select(for: relationship, in: form, named: name, from: scope.picking(choices))
      }
      typing.command
      Command(
        .setNull,
        disabledReason: relationship.definition.isMandatory ? "\(name) needs a value" : nil
      ) { context in
        form.object.setToOne(relationship, to: nil)
        form.clearProblem(at: relationship.name)
        if let sentence = form.nullSentence(of: relationship.name, in: scope) {
          context.say(sentence)
        }
      }
    }
  }
}

extension FormModel {
  /// Points a relationship of the object to a row that was chosen.
  ///
  /// - Returns: Why nothing can refer to that.
  func choose(
    _ record: Record?,
    for relationship: Relationship,
    in work: WorkContext
  ) -> String? {
    if let record, let obstacle = work.obstacle(relationship, to: record) { return obstacle }
    object.setToOne(relationship, to: record)
    clearProblem(at: relationship.name)
    if let id = record?.id { forms?.noteChosen(id) }
    return nil
  }
}
