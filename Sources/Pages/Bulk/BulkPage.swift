import AccessControl
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// The bulk edit page: the property, its new value, and a preview of the first rows.
struct BulkPage: View {
  @Environment(\.pageContext) private var page

  var body: some View {
    if page.isOpen, page.entity != nil, let model = page.openBulk() {
      let change = try? model.change(in: page.scope)
      ScrollView {
        VStack {
          BulkForm(model: model)
          Text("")
          BulkPreview(model: model, lines: model.lines(change))
        }
      }
      .task(id: model.paths(for: change)) { [paths = model.paths(for: change)] in
        page.load { await model.read(paths) }
      }
      .commands {
        BulkCommands(page: page, model: model).all
      }
    }
  }
}

/// The input fields of the bulk edit page: the property, the kind of change and its values.
private struct BulkForm: View {
  let model: BulkModel
  @Environment(\.pageContext) private var page

  var body: some View {
    let scope = page.scope
    let keys = BulkModel.keys(in: scope)
    if keys.isEmpty {
      NoPropertiesNotice()
    } else {
      let input = Binding(model, \.input)
      let titles = ColumnTitles(of: keys, in: scope)
      Form {
        FormRow("Rows") { Text(model.rows.title(count: model.count)) }
        FormRow("Property") {
          ChoiceField(
            keys.map { Choice($0, titles[$0]) },
            selection: Binding(get: { model.input.key }, set: { choose($0 ?? keys[0]) })
          )
          .formField()
        }
        FormRow("Change") {
          ChoiceField(
            manners(of: scope).map { Choice($0, $0.rawValue) },
            selection: Binding(
              get: { model.input.manner },
              set: { model.input.manner = $0 ?? .set }
            )
          )
          .formField()
        }
        value(input, scope)
      }
    }
  }

  /// Another property: what was typed is none of its values.
  private func choose(_ key: String) {
    guard key != model.input.key else { return }
    model.input = BulkChange.Input(key: key)
    model.destination = nil
  }

  private func relationship(in scope: EnvironmentValues) -> Relationship? {
    scope[ModelKeys.shared.entity]?.relationship(named: model.input.key)
  }

  private func manners(of scope: EnvironmentValues) -> [BulkChange.Manner] {
    relationship(in: scope) == nil ? BulkChange.Manner.allCases : [.set, .clear]
  }

  @ViewBuilder private func value(
    _ input: Binding<BulkChange.Input>,
    _ scope: EnvironmentValues
  ) -> some View {
    switch model.input.manner {
    case .clear: Text("")
    case .set:
      FormRow("To", state: state(scope)) {
        if let relationship = relationship(in: scope) {
          BulkDestination(model: model, relationship: relationship).focusName(relationship.name)
        } else {
          BulkValue(text: input.text).transformEnvironment {
            $0 = $0.scoped(toProperty: model.input.key)
          }
        }
      }
    case .replace:
      FormRow("Text", state: state(scope)) { TextField(text: input.text).ground(.text).formField() }
      FormRow("By") { TextField(text: input.replacement).ground(.text).formField() }
    case .compute:
      FormRow("Expression", state: state(scope)) {
        TextField(text: input.text).ground(.text).formField()
      }
    }
  }

  /// Returns the state of the value's field: a hint while it is empty, or the problem with its text.
  private func state(_ scope: EnvironmentValues) -> FieldState {
    do throws(PromptRefusal) {
      _ = try model.change(in: scope)
      return FieldState()
    } catch {
      return model.hasWrongInput(in: scope)
        ? FieldState(problem: error.sentence) : FieldState(hint: error.sentence)
    }
  }
}

/// The field for the new value on the bulk edit page: a choice among known values, or a text field.
private struct BulkValue: View {
  let text: Binding<String>
  @Environment(\.attribute) private var attribute
  @Environment(\.choices) private var choices

  var body: some View {
    let known = choices.titles(for: attribute)
    let titles = known.isEmpty && attribute?.type.kind == .bool ? ["yes", "no"] : known
    if titles.isEmpty {
      TextField(text: text).ground(.text).formField()
    } else {
      TextChoices(titles.map { Choice($0, $0) }, text: text).formField()
    }
  }
}

/// The field of the bulk edit page that chooses the object to which a to-one relationship is set in all rows.
private struct BulkDestination: View {
  let model: BulkModel
  let relationship: Relationship
  @Environment(\.pageContext) private var page

  var body: some View {
    let label = model.destination.flatMap {
      page.work.root.scoped(to: $0)[ObjectKeys.shared.objectLabel]
    }
    let typing = typing
    Text(label ?? "choose …").role(label == nil ? .dim : nil)
      .focusable()
      .commands {
        Command(.open, title: "choose") { context in choose(context) }
        if let typing { typing.command }
      }
      .onTyping(typing.map { typing in { typing.begin($0, $1) } })
      .formField()
  }

  private var title: String { page.scope.displayName(of: relationship.name) }

  /// The objects that rules offer; `nil` for all, as where that depends on the row.
  private var choices: Qualifier? {
    let key = EditingKeys.shared.choices
    let scope = page.scope.scoped(toProperty: relationship.name)
    return scope.isOfAllRows(key) ? scope.picking(scope[key]) : nil
  }

  private func take(_ record: Record?) {
    model.destination = record
    model.input.destination = record?.id
    if let id = record?.id { page.work.forms.noteChosen(id) }
  }

  /// The search of a form's field; many rows refer to stored objects only.
  private var typing: ToOneAutocomplete? {
    relationship.destination.map { destination in
      ToOneAutocomplete(page: page, name: title, destination: destination) {
        ToOneSearch(
          destination,
          current: model.destination?.id,
          from: choices,
          in: page.work
        )
      } take: { hit, _ in
        guard case .stored(let record, _) = hit else { return false }
        take(record)
        return true
      }
    }
  }

  private func choose(_ context: CommandContext) {
    guard let destination = relationship.destination else { return }
    if let reason = page.work.visibilityRefusal(of: destination) {
      return context.say("\(title): \(reason)", .warning)
    }
    let next = PageState(
      task: .select,
      subject: .entity(destination),
      auxiliaryQualifier: choices,
      name: title,
      onSelect: take
    )
    next.startID = model.destination?.id
    page.push(next)
  }
}

/// The preview on the bulk edit page: the first rows with their current and new values.
private struct BulkPreview: View {
  let model: BulkModel
  let lines: [BulkModel.Line]

  var body: some View {
    if let advice = model.run.advice { Text(advice).role(.warning) }
    if let count = model.count {
      let shown = min(count, BulkModel.shownCount)
      Text(count > shown ? "The first \(shown) of \(NumberText.count(count)):" : "All \(shown):")
        .role(.header)
    }
    ForEach(lines) { line in
      Text("  \(line.label)  ") + value(of: line)
    }
  }

  private func value(of line: BulkModel.Line) -> Text {
    if let problem = line.problem { return Text("✗ " + problem).role(.error) }
    return line.change?.text(isChanged: line.isChanged) ?? Text("")
  }
}

extension PendingReview.Change {
  /// The value as it is, and as it is to be where that is another.
  func text(isChanged: Bool) -> Text {
    let old = old?.shown ?? Text("")
    guard isChanged else { return old.dim() }
    return old + Text(" → ").dim() + new.shown
  }
}
