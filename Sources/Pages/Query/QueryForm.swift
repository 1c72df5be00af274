import Qualifiers
import RuleEnvironment
import StandardKeys
import Terminal
import Widgets
import Workspace

/// The form by which objects of an entity are found: a field for each property that rules show in the task `query`.
struct QueryForm: View {
  @Environment(\.pageContext) private var page
  @Environment(\.screen) private var screen
  @Environment(\.labelWidth) private var labelWidth

  var body: some View {
    let scope = EnvironmentValues.current
    let texts = page.state.asked
    let keys = scope.propertyKeys.filter { QueryProperty($0, in: scope) != nil }
    let titles = ColumnTitles(of: scope.propertyKeys, in: scope)
    let longest = keys.map { TextWidth.cells(of: titles[$0]) }.max() ?? 0
    let width = labelWidth ?? min(longest, max(24, screen.width * 2 / 5))
    ScrollView {
      VStack {
        if keys.isEmpty { NoPropertiesNotice() }
        ForEach(Array(texts.alternatives.indices), id: \.self) { alternative in
          if alternative > 0 { Text("or").role(.header) }
          ForEach(keys, id: \.self) { key in
            QueryFieldRow(key: key, alternative: alternative, texts: texts)
              .transformEnvironment { scope in
                scope = titles.scope(of: key, in: scope)
                scope[ViewKeys.shared.asked] = Binding(
                  get: { texts[key, in: alternative] },
                  set: { texts[key, in: alternative] = $0 }
                )
              }
          }
        }
      }
    }
    .environment(RenderingKeys.shared.labelWidth, width)
    .commands { QueryFormCommands(page: page).all }
  }
}

/// A field of a query page: the name of its property, its component, what the text means or what is wrong with it.
private struct QueryFieldRow: View {
  let key: String
  let alternative: Int
  let texts: QueryFormTexts
  @Environment(\.pageContext) private var page
  @Environment(\.screen) private var screen
  @Environment(\.displayNameForProperty) private var name
  @Environment(\.labelWidth) private var labelWidth
  @Environment(\.userInterface) private var ui

  var body: some View {
    let (key, alternative, texts) = (key, alternative, texts)
    let style = EnvironmentValues.current.style(in: ui?.palette ?? .mono)
    FormRow(name, state: state, labelWidth: labelWidth) {
      QueryFieldComponent()
        .style(style ?? .plain)
        .command(.setNull) { _ in texts[key, in: alternative] = "∅" }
        .focusName(QueryFieldID(texts: ObjectIdentifier(texts), key: key, alternative: alternative))
        .formField()
    }
  }

  private var state: FieldState {
    do throws(PromptRefusal) {
      let property = QueryProperty(key, in: page.scope)
      let condition = try property?.qualifier(texts[key, in: alternative])?.description
      // A long one would take the room of the field.
      return FieldState(hint: condition.flatMap { $0.count > screen.width / 3 ? nil : $0 })
    } catch {
      return FieldState(problem: error.sentence)
    }
  }
}

/// The component for a property on the query page, chosen by the rules; a text field where that cannot search.
private struct QueryFieldComponent: View {
  @Environment(\.component) private var name
  @Environment(\.rendering) private var rendering

  var body: some View {
    rendering.item(of: \.components, named: name, kind: "component") { component in
      if component.purposes.contains(.query) { component.view() } else { QueryTextField() }
    }
  }
}

/// The focus identifier of a field on a query page.
nonisolated struct QueryFieldID: Hashable {
  let texts: ObjectIdentifier
  let key: String
  var alternative: Int
}
