import Terminal

/// The state of a text field kept between frames: its line editor, scroll offset, cursor column and wrapped rows.
///
/// Also tracks whether the owner has received the latest text.
final class EditorMemory {
  var editor = LineEditor()
  /// The place up to which the text is scrolled away.
  var offset = 0
  /// The cells from the left at which moving up and down goes on, through shorter rows too.
  var column: Int?
  /// Whether nothing was done in the field since it got the focus, so that what is typed replaces its text.
  var isEntered = false
  /// Whether the last frame showed the field with the focus, scrolled to its cursor.
  var isShownFocused = false
  private var hasBegun = false
  private var lastText: String?
  private var rows: (made: WrappedRows, revision: Int)?
  /// Whether the owner knows that the text is another one than it was, though not which.
  private var isChangeKnown = false
  /// The revision of the text that the owner has got.
  private var knownRevision = 0

  /// From so many bytes on the owner gets the text when something is done with it, and not with every key.
  private static let longText = 1 << 17

  /// The text in rows of a width; made anew after a change.
  func wrapped(to width: Int) -> WrappedRows {
    if let rows, rows.revision == editor.revision, rows.made.width == width { return rows.made }
    let wrapped = WrappedRows(editor.content, width: width)
    rows = (wrapped, editor.revision)
    return wrapped
  }

  /// Puts the cursor of a new field at a place.
  func begin(at place: Int?) {
    if let place, !hasBegun { editor.move(to: place) }
    hasBegun = true
  }

  /// Takes over a text that was changed from outside.
  func follow(_ text: String) {
    guard lastText.map({ !Self.areSame(text, $0) }) ?? true else { return }
    lastText = text
    isChangeKnown = false
    if !Self.areSame(editor.text, text) { editor.reset(to: text) }
    knownRevision = editor.revision
  }

  /// Hands the edited text to its owner; a long one as a whole only the first time.
  func publish(to text: Binding<String>) {
    guard editor.revision != knownRevision else { return }
    guard editor.content.count <= Self.longText || !isChangeKnown else { return }
    handOver(to: text)
    isChangeKnown = true
  }

  /// Hands over what the owner has not got yet: something is about to be done with the text.
  func handOver(to text: Binding<String>) {
    isChangeKnown = false
    guard editor.revision != knownRevision else { return }
    knownRevision = editor.revision
    let edited = editor.text
    guard lastText.map({ !Self.areSame(edited, $0) }) ?? true else { return }
    lastText = edited
    text.wrappedValue = edited
  }

  /// Whether two texts are one; an accent beside its letter and one within it are two.
  private static func areSame(_ one: String, _ other: String) -> Bool {
    one.utf8.count == other.utf8.count && one == other
  }

  /// The text that typing replaces: all of it in a field just entered, else the selection.
  var replacedRange: Range<Int> { isEntered ? 0..<editor.end : editor.selection }

  /// Puts in what was typed at once.
  func insert(typed: Substring, text: Binding<String>) {
    let typed = editor.lines(of: typed)
    replaceEntered {
      $0.type(typed)
    } else: {
      $0.insert(typed)
    }
    column = nil
    publish(to: text)
  }

  /// Puts text in the place of all there is where the field was just entered, and at the cursor otherwise.
  private func replaceEntered(
    _ replace: (inout LineEditor) -> Void,
    else insert: (inout LineEditor) -> Void
  ) {
    if isEntered, editor.content.count > 0 {
      editor.selectAll()
      replace(&editor)
    } else {
      insert(&editor)
    }
    isEntered = false
  }

  /// Offers a key or pasted text to the editor; in a field of one line the line breaks of a text show as `⏎`.
  func handle(_ event: TerminalEvent, text: Binding<String>) -> Bool {
    switch event {
    case .key(let key):
      if let character = key.typedCharacter {
        replaceEntered {
          $0.type(String(character))
        } else: {
          $0.type(character)
        }
      } else {
        guard editor.handle(key) else { return false }
        isEntered = false
      }
    case .paste(let pasted):
      let lines = editor.lines(of: pasted)
      replaceEntered {
        $0.type(lines)
      } else: {
        $0.insert(lines)
      }
    default:
      return false
    }
    publish(to: text)
    return true
  }
}
