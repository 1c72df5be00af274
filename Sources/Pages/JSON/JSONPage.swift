import EntityModel
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// A JSON document over the whole screen, to read, to search, and to fold.
struct JSONPage: View {
  let title: String
  let tree: JSONTree
  /// Shows the document as a text.
  let onReadText: (CommandContext) -> Void

  var body: some View {
    VStack {
      TitleLine([title])
      OutlineView(model: tree.rows) {
        Text($0).wrap(8)
      } commands: {
        Command(.readText, title: "as text") { onReadText($0) }
      }
      StatusLine()
      KeyLine()
    }
    .commands { Command(.closePanel) { $0.dismiss() } }
  }
}

/// The commands that fold and unfold a JSON property value shown among other properties of a page.
struct JSONCommands {
  let page: PageContext

  /// Unfolding one level more, or one less; nothing for what is shown as no JSON.
  func all(in scope: EnvironmentValues) -> [Command] {
    guard scope.showsJSON, scope[RenderingKeys.shared.rows] > 1 else { return [] }
    let key = scope[ModelKeys.shared.propertyKey]
    let (state, text) = (page.state, scope[ModelKeys.shared.propertyValue].string ?? "")
    func fold(_ step: Int, _ context: CommandContext) {
      let depth = (state.unfoldedDepths[key] ?? 1) + step
      guard (0...(JSONTree(text)?.depth ?? 0)).contains(depth) else { return context.beep() }
      state.unfoldedDepths[key] = depth
    }
    return [Command(.unfold) { fold(1, $0) }, Command(.fold) { fold(-1, $0) }]
  }
}

extension EnvironmentValues {
  /// Whether the property of the scope holds JSON, by its type or because rules show it so.
  var showsJSON: Bool {
    self[ModelKeys.shared.attribute]?.type == .json
      || self[ModelKeys.shared.attribute] != nil
        && self[ComponentKeys.shared.component] == ComponentName.displayJSON
  }
}
