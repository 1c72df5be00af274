import Diagnostics
import Editing
import EntityModel
import Qualifiers
import RuleEngine
import RuleEnvironment
import Terminal
import Widgets

// Why the screen is as it is, and the command line.
extension Session {
  /// Shows the faults of the rules, and for the place under the cursor which rule answered each key.
  func showWhy(_ context: CommandContext) {
    let scope = context.environment
    var lines: [Text] = []
    for fault in faults {
      lines += fault.rendered.split(separator: "\n").map { Text(String($0)).role(.warning) }
    }
    if !lines.isEmpty { lines.append(Text("")) }
    for name in vocabulary.names {
      guard let explanation = resolver.explain(name, in: scope), explanation.rule != nil else {
        continue
      }
      lines += explanation.text.split(separator: "\n").map { Text(String($0)) }
      lines.append(Text(""))
    }
    let title = whyTitle(scope)
    context.present(.fullScreen) {
      TextPanel(title: title, lines: lines)
    }
  }

  private func whyTitle(_ scope: EnvironmentValues) -> String {
    let property = scope[ModelKeys.shared.propertyKey]
    let entity = scope[ModelKeys.shared.entity]?.name ?? ""
    let place = property.isEmpty ? entity : "\(entity).\(property)"
    let task = scope[ComponentKeys.shared.task]
    return place.isEmpty ? "Why: \(task)" : "Why: \(place), \(task)"
  }

  /// Takes a command by its name, or goes to an entity.
  func promptCommand(_ context: CommandContext) {
    let active = context.host.activeCommands
    let names = active.map(\.command.definition.name.rawValue)
    let entities = model.entities.filter { !$0.definition.isHidden }.map(\.name)
    context.prompt(":", completions: names + entities) { [self] text in
      run(text, active: active, context)
    }
  }

  private func run(_ text: String, active: [ActiveCommand], _ context: CommandContext) {
    switch text {
    case "": return
    case "q", "quit": return quit(context)
    case "q!": return onQuit()
    case "w", "wq", "x":
      guard text == "w" else { return saveThenQuit(context) }
      if let form = navigator.current.form { return save(form, context) }
      return saveAll(context)
    default: break
    }
    if let command = active.first(where: { $0.command.definition.name.rawValue == text }) {
      return command.run()
    }
    if let entity = model.entity(matching: text) {
      navigator.push(PageState(task: "list", subject: .entity(entity)))
      return
    }
    let names = active.map(\.command.definition.name.rawValue) + model.entities.map(\.name)
    let near = nearestName(to: text, in: names).map { "; did you mean '\($0)'?" } ?? ""
    context.say("no command or entity '\(text)'\(near)", .warning)
  }

  private func saveThenQuit(_ context: CommandContext) {
    loading { [self] in
      do throws(SaveError) {
        try await save()
        onQuit()
      } catch {
        context.say(error.sentence, .error)
      }
    }
  }
}

/// Text that fills the screen and scrolls.
struct TextPanel: View {
  let title: String
  let lines: [Text]

  var body: some View {
    VStack {
      Text(title).role(.title).padding(horizontal: 1)
      ScrollView {
        VStack {
          ForEach(lines.indices.map { $0 }, id: \.self) { index in lines[index].wrap() }
        }
        .padding(horizontal: 1)
      }
      .frame(maxWidth: .max, maxHeight: .max)
      KeyLine()
    }
    .commands {
      Command(.closePanel) { $0.dismiss() }
    }
  }
}
