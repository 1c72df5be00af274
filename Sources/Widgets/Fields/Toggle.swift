import Terminal

/// A yes or no, or no answer: `[x]`, `[ ]`, `[∅]`; Space changes it, `y` and `n` answer.
public struct Toggle: View {
  private let title: String
  private let isOn: Binding<Bool?>
  private let allowsNull: Bool
  /// Whether no answer stands for a value that is neither.
  private var holdsOther = false

  /// A toggle between yes and no.
  public init(_ title: String = "", isOn: Binding<Bool>) {
    self.title = title
    self.isOn = Binding(get: { isOn.wrappedValue }, set: { isOn.wrappedValue = $0 ?? false })
    allowsNull = false
  }

  /// A toggle between yes, no and, when `allowsNull`, no answer.
  public init(_ title: String = "", isOn: Binding<Bool?>, allowsNull: Bool = true) {
    self.title = title
    self.isOn = isOn
    self.allowsNull = allowsNull
  }

  /// The box and its title.
  public var body: some View {
    HStack {
      Text(box).focusable()
      if !title.isEmpty { Text(title) }
    }
    .command(.change) { _ in isOn.wrappedValue = next }
    .onEvent { event, _ in
      guard case .key(let key) = event, let character = key.typedCharacter,
        let answer = Self.answers[character]
      else { return false }
      isOn.wrappedValue = answer
      return true
    }
  }

  /// The values set by typed letters and digits.
  private static let answers: [Character: Bool] = [
    "y": true, "Y": true, "1": true, "n": false, "N": false, "0": false,
  ]

  /// The toggle of something that may hold a value which is neither yes nor no: `[?]`.
  package func holdingOther(_ holdsOther: Bool) -> Toggle {
    var toggle = self
    toggle.holdsOther = holdsOther
    return toggle
  }

  private var box: String {
    switch isOn.wrappedValue {
    case true: "[x]"
    case false: "[ ]"
    case nil: holdsOther ? "[?]" : "[∅]"
    }
  }

  private var next: Bool? {
    switch isOn.wrappedValue {
    case true: false
    case false: allowsNull ? nil : true
    case nil: true
    }
  }
}

extension CommandDefinition {
  /// Changes a toggle or takes a choice.
  public static let change = fields(.safe, "change", keys: "space", importance: 40)
    .saying("Set or clear the mark")
    .labeled("Toggle")
    .alsoCalled("check", "tick", "yes", "no")
}
