import Observation
package import RuleEnvironment
package import Terminal

/// The host that runs a root view on a screen: it makes frames, keeps state and focus, and dispatches keys.
///
///     let host = ViewHost(environment: scope) { RootView() }
///     driver.present(host.render(driver.size), cursor: host.cursor)
///     host.handle(.key(.character("j")))
package final class ViewHost {
  /// The scope of the root; changing it draws the screen anew.
  package var environment: EnvironmentValues { didSet { setNeedsDisplay() } }
  /// The styles that roles stand for.
  package var palette: Palette { didSet { setNeedsDisplay() } }
  /// Keys as the person changed them.
  package var keyBindings = KeyBindings() { didSet { setNeedsDisplay() } }
  /// Whether keys are told by their names: the terminal has no signs for them.
  package var namesKeys = false
  /// Called, from any thread, when the next frame would differ: wakes the run loop.
  package var onNeedsDisplay: @Sendable () -> Void {
    get { invalidation.wake }
    set { invalidation.wake = newValue }
  }
  /// Why a command may not run here at all, whatever the view says that offers it; `nil` when it may.
  package var refusal: (CommandDefinition) -> String? = { _ in nil }
  /// The commands of the pages that work from everywhere but a question: panels, lists and prompts close for them.
  package var uncovering: [CommandDefinition] = []
  /// The command that takes typing back in the focused field.
  package var fieldUndo: CommandDefinition?
  /// The command that shows messages in full: its key is told behind a message that is cut.
  package var messageReader: CommandDefinition?
  /// Sounds the bell.
  package var onBeep: () -> Void = {}
  /// Shows a sentence elsewhere than in the status line; whether it does.
  package var onSay: (_ text: String, Role) -> Bool = { _, _ in false }
  /// The message in the status line, shown until the next key.
  package private(set) var message: StatusMessage?
  /// The position of the hardware cursor; `nil` hides it.
  package private(set) var cursor: Point?
  /// The size of the last frame.
  package private(set) var size = Size.zero

  private let root: AnyView
  private let rootIdentity = Identity()
  private let invalidation = Invalidation()
  private let tracked = TrackedFrame()
  private let dynamicProperties = DynamicPropertyTable()
  private var buffer = Buffer(size: .zero)
  private var afterFrame: [() -> Void] = []
  private var isFrameRepeated = false
  private(set) var generation = 0
  /// The number of the last frame; an event may have made one that is not shown yet.
  package var frameNumber: Int { generation }
  private(set) var modals: [Modal] = []
  /// Whether something is shown in front of everything.
  package var isModal: Bool { !modals.isEmpty }
  private(set) var layers: [ModalLayer] = []
  /// The question at which something was typed that does not answer it.
  weak var typedAstray: Modal?
  /// Whether the last keys were letters that mean nothing here: those of a word.
  var hasStrayLetters = false
  var focus = FocusMemory()

  /// Two presses at one place within this time are a double click.
  package var doubleClickTime = Duration.milliseconds(400)
  private var lastPress: (place: Point, time: ContinuousClock.Instant)?

  /// Whether a press follows another one at the same place; a third one follows none.
  func isSecondPress(at place: Point) -> Bool {
    let now = ContinuousClock.now
    let isSecond = lastPress.map { $0.place == place && now - $0.time <= doubleClickTime } ?? false
    lastPress = isSecond ? nil : (place, now)
    return isSecond
  }

  /// A host for `root` in the scope `environment`.
  package init<Root: View>(
    environment: EnvironmentValues = EnvironmentValues(),
    palette: Palette = .mono,
    @ViewBuilder root: () -> Root
  ) {
    self.environment = environment
    self.palette = palette
    self.root = AnyView(root())
  }

  /// Lets go of all that is shown, when nothing will be drawn any more: what stands in front keeps the host that it is on.
  package func close() {
    (modals, layers, afterFrame) = ([], [], [])
    // What can take the focus is in the scope of what stands in front.
    focus = FocusMemory()
    rootIdentity.dismantle()
  }

  // MARK: Frames

  /// Asks for a new frame; many calls make one.
  package func setNeedsDisplay() { invalidation.invalidate() }

  /// Whether the next ``render(_:)`` would make a new frame.
  package var needsDisplay: Bool { invalidation.isInvalid }

  /// The frame for a screen of `size`; the last one when nothing changed.
  package func render(_ size: Size) -> Buffer {
    if size != self.size {
      self.size = size
      setNeedsDisplay()
    }
    if let message, !message.fits(size, isCovered: !modals.isEmpty) {
      clearMessage()
      present(.fullScreen) { LongMessage(message: message) }
    }
    var passes = 0
    // What appears may change state at once; the limit keeps a view that always does from hanging the screen.
    while passes < 4, invalidation.isInvalid || passes == 1 && isFrameRepeated {
      passes += 1
      isFrameRepeated = false
      tracked.end()
      _ = invalidation.take()
      let invalidation = invalidation
      withObservationTracking {
        tracked.begin()
        makeFrame()
      } onChange: {
        invalidation.invalidate()
      }
      rootIdentity.sweep(generation)
      let actions = afterFrame
      afterFrame = []
      for action in actions { action() }
    }
    return buffer
  }

  /// The frame being made is made once more before it is shown: something that it shows was read too early.
  func repeatFrame() { isFrameRepeated = true }

  /// Runs `action` when the frame being made is done.
  func whenDrawn(_ action: @escaping () -> Void) { afterFrame.append(action) }

  private func makeFrame() {
    generation += 1
    // Until the focus is found anew, what has it is a node of the frame before.
    let previous = layers
    defer { withExtendedLifetime(previous) {} }
    makeLayers()
    placeLayers()
    if returnFocus() { placeLayers() }
    if focus.update(layers) { placeLayers() }
    noteFocus()
    var canvas = Canvas(size: size, palette: palette)
    canvas.focused = focus.current
    for layer in layers { layer.node.draw(on: &canvas) }
    canvas.shade(Rect(size: size), palette[.normal])
    buffer = canvas.buffer
    cursor = focus.node?.hardwareCursor.flatMap { buffer.bounds.contains($0) ? $0 : nil }
  }

  private func makeLayers() {
    let rootPlace = rootIdentity.child(0, generation: generation)
    layers = [
      ModalLayer(
        node: context(rootPlace, environment).node(of: AnyContent(root)),
        placement: .fullScreen,
        modal: nil
      )
    ]
    for modal in modals {
      let id = AnyID(ObjectIdentifier(modal))
      let place = rootIdentity.child(id: id, generation: generation)
      let context = context(place, modal.environment)
      let node = OpaqueNode(
        style: context.style,
        child: context.node(of: AnyContent(modal.content))
      )
      layers.append(ModalLayer(node: node, placement: modal.placement, modal: modal))
    }
  }

  private func placeLayers() {
    let screen = Rect(size: size)
    for (index, layer) in layers.enumerated() {
      switch layer.placement {
      case .fullScreen: layer.node.place(screen)
      case .center: layer.node.place(placeInCenter(layer.node, on: screen))
      case .overFocus:
        let measured = layer.node.measure(Proposal(size))
        layer.node.place(
          layer.placeOverFocus(measured, on: screen, behind: layers[max(0, index - 1)])
        )
      case .bottomLine:
        let height = layer.node.measure(Proposal(size)).height
        layer.node.place(screen.split(min(height, size.height), from: .bottom).part)
      }
    }
  }

  /// The middle of the screen for a node, above the status line and the key line, which tell of it.
  private func placeInCenter(_ node: Node, on screen: Rect) -> Rect {
    let room = CompactLayout.isTight(size) ? screen : screen.split(2, from: .bottom).rest
    let place = screen.placing(node.measure(Proposal(room.size)), .center)
    return place.offset(y: min(0, room.maxY - place.maxY))
  }

  private func context(_ identity: Identity, _ environment: EnvironmentValues) -> ViewContext {
    ViewContext(
      environment: environment,
      identity: identity,
      host: self,
      palette: palette,
      style: .plain
    )
  }

  /// Ties the dynamic properties of `view` to what is kept at its identity.
  func link<Content: View>(_ view: Content, in context: ViewContext) {
    dynamicProperties.link(view, in: context)
  }

  // MARK: Modals

  /// Shows a view in front of everything; keys go to it until it is dismissed.
  package func present<Content: View>(
    _ placement: ModalPlacement = .center,
    environment: EnvironmentValues? = nil,
    @ViewBuilder _ view: () -> Content
  ) {
    let scope = environment ?? self.environment
    let view = AnyView(view())
    modals.append(
      Modal(view, placement: placement, environment: scope, over: focus.current)
    )
    setNeedsDisplay()
  }

  /// Takes the front view away.
  package func dismiss() {
    if modals.popLast() != nil { setNeedsDisplay() }
  }

  // MARK: Messages

  /// Says something in the status line, until the next key; a note does not replace a warning or an error.
  package func say(_ text: String, _ role: Role = .normal) {
    if onSay(text, role) { return }
    if role == .normal, message?.isImportant == true { return }
    message = StatusMessage(text: text, role: role)
    setNeedsDisplay()
  }

  /// Takes the message away.
  package func clearMessage() {
    guard message != nil else { return }
    message = nil
    setNeedsDisplay()
  }

  /// Sounds the bell.
  package func beep() { onBeep() }

  /// How a key is told on this screen.
  package func symbol(of key: KeyEvent) -> String { key.symbol(isPlain: namesKeys) }
}
