import Glibc
import RuleFiles
import Widgets
import Workspace

/// The editing of a form's text in the user's external editor, through a private temporary file that is removed afterwards.
struct TextEditing: InterfacePart {
  let ui: UserInterface

  /// Hands a text to the editor.
  ///
  /// - Returns: What it has become; `nil` where it is as it was, or the editor did not end well, which is said.
  func edited(_ text: String, isJSON: Bool, _ context: CommandContext) -> String? {
    let file: ScratchFile
    do throws(PromptRefusal) {
      let name = isJSON ? "text.json" : "text.txt"
      file = try ScratchFile(named: name, Array(text.utf8), in: work.surroundings)
    } catch {
      context.say(error.sentence, .error)
      return nil
    }
    defer { if let reason = file.remove() { context.say(reason, .warning) } }
    guard let code = ui.runEditor(on: file.path, atLine: 1, for: .editText, context) else {
      return nil
    }
    guard code == 0 else {
      context.say("nothing was changed: the editor ended with \(code)", .warning)
      return nil
    }
    guard let bytes = DirectoryEntryPath.bytes(of: file.path) else {
      context.say("‘\(file.path)’ cannot be read: \(String(cString: strerror(errno)))", .error)
      return nil
    }
    guard var edited = String(validating: bytes, as: UTF8.self) else {
      context.say("nothing was changed: the file is not in UTF-8", .warning)
      return nil
    }
    // Editors end the last line.
    if edited.utf8.last == 10, text.utf8.last != 10 { edited.unicodeScalars.removeLast() }
    guard !edited.utf8.elementsEqual(text.utf8) else {
      context.say("nothing was changed")
      return nil
    }
    return edited
  }
}
