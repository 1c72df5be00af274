import FoundationEssentials
import Glibc
import RuleFiles
import Widgets

/// A text of a form, edited by the editor of the person's choice in a file that nobody else reads and that goes afterwards.
struct TextEditing {
  let session: Session

  /// Hands a text to the editor.
  ///
  /// - Returns: What it has become; `nil` where it is as it was, or the editor did not end well, which is said.
  func edited(_ text: String, isJSON: Bool, _ context: CommandContext) -> String? {
    var folder = Array("\(scratchFolder)/d2t-XXXXXX".utf8CString)
    guard mkdtemp(&folder) != nil else { return fail("no file is made for the editor", context) }
    let folderPath = String(
      decoding: folder.dropLast().map { UInt8(bitPattern: $0) },
      as: UTF8.self
    )
    let path = folderPath + (isJSON ? "/text.json" : "/text.txt")
    // Editors leave copies beside it.
    defer {
      do { try FileManager.default.removeItem(atPath: folderPath) } catch {
        context.say("'\(folderPath)' with the text is not removed: \(error)", .warning)
      }
    }
    guard write(text, to: path) else { return fail("'\(path)' is not written", context) }
    guard let code = session.runEditor(on: path, atLine: 1, for: .editText, context) else {
      return nil
    }
    guard code == 0 else {
      context.say("nothing is taken over: the editor ended with \(code)", .warning)
      return nil
    }
    guard let bytes = FilePlace.bytes(of: path) else {
      return fail("'\(path)' is not read", context)
    }
    guard var edited = String(validating: bytes, as: UTF8.self) else {
      context.say("nothing is taken over: the file is no text in UTF-8", .warning)
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

  private func write(_ text: String, to path: String) -> Bool {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private func fail(_ sentence: String, _ context: CommandContext) -> String? {
    context.say("\(sentence): \(String(cString: strerror(errno)))", .error)
    return nil
  }

  private var scratchFolder: String {
    session.surroundings.variables["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
  }
}

extension Session {
  /// Runs the editor on a file in the place of the screen.
  ///
  /// - Returns: How it ended; `nil` where there is none or locked mode lets none run, which is said.
  func runEditor(
    on path: String,
    atLine line: Int,
    for command: CommandDefinition,
    _ context: CommandContext
  ) -> Int32? {
    if let reason = ScreenHabits(session: self).lockedRefusal(of: command) {
      context.say(reason, .warning)
      return nil
    }
    var code: Int32?
    screen.onYieldScreen { [editor = screen.editor] in
      do throws(ExternalEditor.Failure) {
        code = try editor.open(path, atLine: line)
      } catch {
        context.say(error.message, .error)
      }
    }
    context.host.setNeedsDisplay()
    return code
  }
}
