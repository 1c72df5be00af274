package import RuleEnvironment
package import Terminal

extension ViewHost {
  /// Hands an event to the focused view, its ancestors, then to the commands on that way.
  ///
  /// A key without any meaning here beeps. What was typed at once is handed out until `isHeld`.
  /// - Returns: What is left of what was typed.
  @discardableResult
  package func handle(_ event: TerminalEvent, until isHeld: () -> Bool = { false }) -> Substring {
    if case .typed(let text) = event { return type(text, until: isHeld) }
    take(event)
    return ""
  }

  /// Makes the views that are shown next, and begins what they begin: what a key means is known then.
  package func update() {
    if needsDisplay, !size.isEmpty { _ = render(size) }
  }

  /// Closes what stands in front of the pages, up to a question, for the key of a command of ``uncovering``.
  ///
  /// A key that means something in front stays there: a letter is typed, and a rule may have given the key to both.
  private func uncover(by key: KeyEvent) {
    guard isModal, uncovering.contains(where: { keyBindings.keys(for: $0).contains(key) }) else {
      return
    }
    for _ in modals where question == nil {
      let path = path()
      guard !path.contains(where: { $0.takes(key) }),
        !activeCommands(on: path).contains(where: { $0.keys.contains(key) })
      else { return }
      dismiss()
      update()
    }
  }

  private func take(_ event: TerminalEvent) {
    update()
    switch event {
    case .resize, .resumed, .ground:
      setNeedsDisplay()
      return
    case .focus, .terminate, .typed:
      return
    case .mouse:
      // Who points at an answer means it.
      typedAstray = nil
      hasStrayLetters = false
    case .key(let key):
      uncover(by: key)
    case .paste:
      break
    }
    if !(event.isTurnOfWheel && message?.isImportant == true) { clearMessage() }
    let path = path(for: event)
    if case .key(let key) = event, isKeptFromQuestion(key, on: path) { return }
    if offer(event, to: path) {
      hasStrayLetters = false
      if case .mouse = event {} else { focus.isTyped = true }
      setNeedsDisplay()
      return
    }
    guard case .key(let key) = event else {
      _ = refuseAtQuestion(event)
      return
    }
    let active = activeCommands(on: path)
    if let command = active.first(where: { $0.keys.contains(key) }) {
      return run(command, by: key)
    }
    // What a field keeps for itself is no command on any keyboard.
    if !path.contains(where: { $0.takes(key) }) {
      if let place = key.onLatinKeyboard,
        let command = active.first(where: { $0.keys.contains(place) })
      {
        return run(command, by: key)
      }
      if refuseAtQuestion(event) { return }
      sayUnknown(key)
      hasStrayLetters = hasStrayLetters || key.typedCharacter != nil
    }
    beep()
  }

  /// A letter of another alphabet is no command here: that is said, for the screen shows no reason.
  private func sayUnknown(_ key: KeyEvent) {
    guard let character = key.typedCharacter, !character.isASCII, message == nil else { return }
    say("'\(character)' is no command here; commands are Latin letters, '?' lists them", .warning)
  }

  /// Hands what was typed at once to the focused field as one text, and what is no text there as keys.
  private func type(_ text: String, until isHeld: () -> Bool) -> Substring {
    var rest = text[...]
    while let first = rest.first {
      update()
      if isHeld() { break }
      let before = rest.startIndex
      if let node = focus.node {
        let context = commandContext(at: node)
        rest = EnvironmentValues.$current.withValue(context.environment) {
          node.take(typed: rest, in: context)
        }
      }
      if rest.startIndex > before || rest.isEmpty {
        clearMessage()
        focus.isTyped = true
        setNeedsDisplay()
      } else {
        rest = rest.dropFirst()
        take(.key(.typed(first)))
      }
    }
    return rest
  }

  /// The available commands, from the focused view to the root, deepest first.
  ///
  /// A key runs the deepest command that has it. A focused view can use the key first, like letters typed in a field.
  package var activeCommands: [ActiveCommand] { activeCommands(on: path()) }

  /// The commands of a view and those around it within another, as if it had the focus.
  func activeCommands(from node: Node, to outermost: Node) -> [ActiveCommand] {
    activeCommands(on: Array(ancestors(node).prefix { $0 !== outermost }))
  }

  func run(_ active: ActiveCommand) {
    let command = active.command
    if let reason = command.disabledReason {
      say("\(command.title): \(reason)", .warning)
      beep()
      return
    }
    setNeedsDisplay()
    focus.node?.handOver()
    EnvironmentValues.$current.withValue(active.context.environment) {
      command.action(active.context)
    }
  }

  /// Runs a command by its key; one that answers what its page asks says so first where a word was being typed.
  private func run(_ active: ActiveCommand, by key: KeyEvent) {
    let isAstray = hasStrayLetters && active.command.answersPage
    hasStrayLetters = false
    guard isAstray else { return run(active) }
    say(
      "Press again, other keys came before: \(symbol(of: key)) \(active.command.title)",
      .warning
    )
    beep()
  }

  /// Moves the focus to the next or previous view that takes it.
  @discardableResult
  package func moveFocus(by step: Int, wrapping: Bool = true) -> Bool {
    focus.node?.handOver()
    let moved = focus.move(by: step, wrapping: wrapping)
    if moved { setNeedsDisplay() }
    return moved
  }

  /// Moves the focus on from the field over which the front view stands, once that has closed and the field has the focus.
  func moveFocusFromField(by step: Int, closing close: () -> Bool) {
    let (field, behind) = (modals.last?.origin, modals.count - 1)
    guard close(), let field else { return }
    whenDrawn { [self] in
      if modals.count == behind, focus.current === field { moveFocus(by: step) }
    }
  }

  /// Gives the focus back to the view that asks for it first: the list beside a detail.
  package func focusDefault() {
    focus.node?.handOver()
    focus.current = nil
    setNeedsDisplay()
  }

  private func offer(_ event: TerminalEvent, to path: [Node]) -> Bool {
    for node in path {
      let context = commandContext(at: node)
      let used = EnvironmentValues.$current.withValue(context.environment) {
        node.handle(event, in: context)
      }
      if used { return true }
    }
    return false
  }

  /// The view that is asked first: the view under the mouse, else the focused one.
  private func path(for event: TerminalEvent) -> [Node] {
    guard case .mouse(let mouse) = event, let front = layers.last?.node else { return path() }
    guard let under = deepest(at: mouse.position, in: front) else {
      return lineOfFront(at: mouse.position).map { [$0] } ?? []
    }
    let path = ancestors(under)
    if case .press = mouse.action, let target = path.first(where: { $0.focusIdentity != nil }) {
      focus.node?.handOver()
      focus.point(to: target.focusIdentity)
      setNeedsDisplay()
    }
    return path
  }

  /// The footer of a page behind, which tells the keys of what stands in front.
  private func lineOfFront(at point: Point) -> Node? {
    layers.dropLast().reversed().lazy
      .compactMap { self.deepest(at: point, in: $0.node) as? DeferredLineNode }
      .first(where: \.isOfFront)
  }

  private func deepest(at point: Point, in node: Node) -> Node? {
    for child in node.children.reversed() {
      if let found = deepest(at: point, in: child) { return found }
    }
    return node.frame.contains(point) ? node : nil
  }

  private func ancestors(_ node: Node) -> [Node] {
    var path: [Node] = []
    var node: Node? = node
    while let current = node {
      path.append(current)
      node = current.parent
    }
    return path
  }

  /// The focused node, or the deepest first one with commands, and its ancestors.
  private func path() -> [Node] {
    let start = focus.node ?? layers.last.flatMap { deepestWithCommands($0.node) }
    return start.map(ancestors) ?? []
  }

  /// The keys as they stand at the focused view; those of the screen when nothing has the focus.
  package var focusedEnvironment: EnvironmentValues {
    focus.node.map { commandContext(at: $0).environment } ?? environment
  }

  /// Returns the deepest node that has commands; it supplies the commands when nothing has the focus.
  private func deepestWithCommands(_ node: Node) -> Node? {
    for child in node.children {
      if let found = deepestWithCommands(child) { return found }
    }
    return node is EventNode || !node.commands.isEmpty ? node : nil
  }

  private func commandContext(at node: Node) -> CommandContext {
    var current: Node? = node
    while let next = current {
      if let scope = next.scope { return CommandContext(environment: scope, host: self) }
      current = next.parent
    }
    let scope = layers.last?.modal?.environment ?? environment
    return CommandContext(environment: scope, host: self)
  }

  private func activeCommands(on path: [Node]) -> [ActiveCommand] {
    let isTyping = path.contains(where: \.hearsTyping)
    var active: [ActiveCommand] = []
    var depths: [Int] = []
    func add(_ command: Command, _ context: CommandContext, depth: Int) {
      var command = command
      if let reason = refusal(command.definition) { command.disabledReason = reason }
      var keys = keyBindings.keys(for: command.definition)
      if isTyping { keys.removeAll(where: \.beginsText) }
      active.append(ActiveCommand(command: command, keys: keys, context: context))
      depths.append(depth)
    }
    for (depth, node) in path.enumerated() {
      let commands = node.commands
      guard !commands.isEmpty else { continue }
      let context = commandContext(at: node)
      for command in commands { add(command, context, depth: depth) }
    }
    let context = CommandContext(environment: environment, host: self)
    let canMove = focus.candidates.count > 1
    for command in BuiltInCommands.all(hasModal: layers.count > 1, canMove: canMove) {
      add(command, context, depth: path.count)
    }
    let owners = owners(among: active)
    for place in active.indices where !active[place].keys.isEmpty {
      let inner = path[..<depths[place]]
      func isTaken(_ key: KeyEvent) -> Bool {
        owners[key] != place || inner.contains { $0.takes(key) }
      }
      if active[place].keys.contains(where: isTaken) {
        active[place].keys.removeAll(where: isTaken)
      }
    }
    return active
  }

  /// The place of the command that each key runs, of some that stand the innermost first.
  ///
  /// A key belongs to the command that a rule gives it, then to one of the application, then to the innermost.
  private func owners(among commands: [ActiveCommand]) -> [KeyEvent: Int] {
    var owners: [KeyEvent: Int] = [:]
    owners.reserveCapacity(2 * commands.count)
    func rank(_ key: KeyEvent, at place: Int) -> Int {
      let command = commands[place].command
      if keyBindings.adds(key, to: command.definition) { return 0 }
      return command.isOfApplication ? 1 : 2
    }
    for place in commands.indices {
      for key in commands[place].keys {
        guard let owner = owners[key] else {
          owners[key] = place
          continue
        }
        if rank(key, at: place) < rank(key, at: owner) { owners[key] = place }
      }
    }
    return owners
  }
}

extension TerminalEvent {
  /// Whether the wheel of the mouse was turned: that answers nothing.
  fileprivate var isTurnOfWheel: Bool {
    guard case .mouse(let mouse) = self else { return false }
    return mouse.action == .scrollUp || mouse.action == .scrollDown
  }
}
