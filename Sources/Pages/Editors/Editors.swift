import Editing
import EntityModel
import EntityStore
import Formatting
import Qualifiers
import RuleEnvironment
import RuleFiles
import StandardKeys
import Widgets
import Workspace

/// A wrapper for the attribute editors that passes them the form, the attribute and the scope of their field.
///
/// The form is that of the object that owns the property, whatever path led there. Without a form the value is only shown.
struct FieldScope<Content: View>: View {
  @Environment(\.userInterface) private var ui
  @Environment(\.form) private var form
  @Environment(\.attribute) private var attribute
  @Environment(\.pageActions) private var actions
  @ViewBuilder let content: (FormModel, Attribute, EnvironmentValues) -> Content

  var body: some View {
    if let form, let attribute, form.object.entity.attribute(named: attribute.name) === attribute {
      content(form, attribute, EnvironmentValues.current)
        .commands { nullCommands(form, attribute) }
    } else {
      CellTextView(cell: CellText.plain)
    }
  }

  private func nullCommands(_ form: FormModel, _ attribute: Attribute) -> [Command] {
    let scope = EnvironmentValues.current
    let isEmptied = form.takesEmptyText(attribute, in: scope)
    let reason =
      attribute.isNullable || isEmptied
      ? nil : "\(scope.displayName(of: attribute.name)) needs a value"
    let reading = ui.flatMap {
      LongTextReading(ui: $0).command(
        in: .current,
        draft: { form.text(of: attribute, in: scope) }
      )
    }
    return [
      Command(.setNull, title: isEmptied ? "empty text" : nil, disabledReason: reason) { context in
        form.set(isEmptied ? .string("") : .null, for: attribute)
        if let sentence = form.nullSentence(of: attribute.name, in: scope) { context.say(sentence) }
      }
    ]
      + actions
      .offered(reading.map { [$0, editing(attribute, in: form, scope)] } ?? [])
  }

  /// The text of the field in the person's own editor.
  private func editing(
    _ attribute: Attribute,
    in form: FormModel,
    _ scope: EnvironmentValues
  ) -> Command {
    let isUnread = form.object.isPartlyRead(attribute.name)
    return Command(.editText, disabledReason: isUnread ? "it is not fully read yet" : nil) {
      context in
      guard let ui else { return }
      let text = form.text(of: attribute, in: scope)
      let isJSON = attribute.type == .json
      if let edited = TextEditing(ui: ui).edited(text, isJSON: isJSON, context) {
        form.type(edited, into: attribute, in: scope)
      }
    }
  }
}

/// The editor with one line of text, for texts, numbers and dates.
///
/// A text that cannot be parsed stays in the field and is marked.
struct TextFieldEditor: View {
  var isMasked = false
  var isPath = false
  @Environment(\.userInterface) private var ui

  var body: some View {
    FieldScope { form, attribute, scope in
      TextField(
        form.placeholder(of: attribute, in: scope),
        text: form.binding(to: attribute, in: scope)
      )
      .secure(isMasked)
      .replacedByTyping()
      .stepping(DateStep(attribute, in: scope).map { step in { step($0, at: $1, by: $2) } })
      .ground(FieldGround(of: attribute, in: scope))
      .commands {
        [form.calendarCommand(for: attribute, in: scope)].compactMap(\.self)
          + (isPath ? [completion(of: attribute, in: form, scope)] : [])
      }
    }
  }

  /// Completes the path in the field as far as it is clear, or offers what it can become.
  private func completion(
    of attribute: Attribute,
    in form: FormModel,
    _ scope: EnvironmentValues
  ) -> Command {
    Command(.completePath) { context in
      let text = form.text(of: attribute, in: scope)
      let home = ui?.work.surroundings.variables["HOME"]
      let found = PathCompletion(home: home).completions(of: text)
      guard let first = found.first else {
        return context.say("no file or folder begins with ‘\(text)’", .warning)
      }
      let common = found.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
      guard common.count <= text.count, found.count > 1 else {
        return form.type(common, into: attribute, in: scope)
      }
      let items = found.map { path in
        MenuItem(path) { _ in form.type(path, into: attribute, in: scope) }
      }
      context.present(.overFocus) { Menu(items: items) }
    }
  }
}

extension String {
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}

/// An editor for an attribute's text on several lines, in a form.
///
/// Rules choose it as the component `EditText`; the key `rows` sets its height.
struct LongTextEditor: View {
  @Environment(\.rows) private var rows

  var body: some View {
    FieldScope { form, attribute, scope in
      TextEditor(
        form.placeholder(of: attribute, in: scope),
        text: form.binding(to: attribute, in: scope),
        rows: rows
      )
      .ground(FieldGround(ofLinesIn: scope))
    }
  }
}

/// The editor for binary data: shows its kind and size, with commands that load it from a file or save it to one.
struct BlobEditor: View {
  @Environment(\.userInterface) private var ui
  @Environment(\.pageActions) private var actions

  var body: some View {
    FieldScope { form, _, scope in
      let cell = CellText.blob(in: scope)
      Text(cell.text).role(cell.role).focusable()
        .commands {
          actions
            .offered(ui.map { BlobCommands(ui: $0).all(in: scope, form: form) } ?? [])
        }
    }
  }
}

/// The editor for a Boolean: yes, no, or empty where null is allowed; any other stored value is shown beside it with a warning.
struct BoolEditor: View {
  var body: some View {
    FieldScope { form, attribute, scope in
      let value = form.shownValue(of: attribute, in: scope)
      let isOther = !value.isNull && value.truth == nil
      let toggle = Toggle(
        isOn: Binding(
          get: { form.shownValue(of: attribute, in: scope).truth },
          set: { form.set(form.stored(truth: $0, for: attribute), for: attribute) }
        ),
        allowsNull: attribute.isNullable
      )
      if isOther {
        HStack(spacing: 2) {
          toggle.holdingOther(true)
          Text("⚠ \(scope.formatted(value)) is neither yes nor no").role(.warning)
        }
      } else {
        toggle
      }
    }
  }
}

/// The editor that offers the values of the key `choices`, and accepts another value where the rules allow it.
struct ChoiceEditor: View {
  @Environment(\.choices) private var choices
  @Environment(\.allowsOtherValues) private var allowsOthers
  @Environment(\.displayNameForProperty) private var name

  var body: some View {
    FieldScope { form, attribute, scope in
      let current = form.shownValue(of: attribute, in: scope)
      let known = choices.choices(for: attribute)
      let others =
        current.isNull || known.contains { $0.value == current } ? [] : [Choices.Choice(current)]
      ChoiceField(
        (known + others).map { Choice($0.value, $0.title(for: attribute)) },
        selection: Binding(
          get: { current.isNull ? nil : current },
          set: { form.set($0 ?? .null, for: attribute) }
        ),
        allowsNull: attribute.isNullable,
        onOther: allowsOthers ? { ask(for: attribute, in: form, scope, $0) } : nil
      )
    }
  }

  private func ask(
    for attribute: Attribute,
    in form: FormModel,
    _ scope: EnvironmentValues,
    _ context: CommandContext
  ) {
    let words = choices.choices(for: attribute).map(\.title)
    context.prompt(
      "\(name): ",
      text: form.text(of: attribute, in: scope),
      completions: Completion.word { _ in words }
    ) {
      form.type($0, into: attribute, in: scope)
    }
  }
}

extension FormModel {
  /// The text of a value as it is typed.
  fileprivate func binding(
    to attribute: Attribute,
    in scope: EnvironmentValues
  ) -> Binding<String> {
    Binding(
      get: { self.text(of: attribute, in: scope) },
      set: { self.type($0, into: attribute, in: scope) }
    )
  }

  /// Whether the field holds no value and nothing that is being typed.
  func isNull(_ attribute: Attribute) -> Bool {
    drafts[attribute.name]?.isEmpty != false && value(of: attribute).isNull
  }

  /// A truth in the kind of value the attribute holds.
  func stored(truth: Bool?, for attribute: Attribute) -> Value {
    guard let truth else { return .null }
    return attribute.type.kind == .bool ? .bool(truth) : .int(truth ? 1 : 0)
  }
}
