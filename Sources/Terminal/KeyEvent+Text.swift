extension KeyEvent {
  /// The names of keys that type nothing; the first spelling of each key is the one printed.
  private static let names: [(String, Key)] = [
    ("up", .up), ("down", .down), ("left", .left), ("right", .right),
    ("home", .home), ("end", .end),
    ("pgup", .pageUp), ("pageup", .pageUp), ("pgdn", .pageDown), ("pagedown", .pageDown),
    ("enter", .enter), ("return", .enter), ("esc", .escape), ("escape", .escape),
    ("tab", .tab), ("backtab", .backTab), ("backspace", .backspace), ("bs", .backspace),
    ("del", .delete), ("delete", .delete), ("ins", .insert), ("insert", .insert),
    ("space", .character(" ")),
  ]

  private static let modifierNames: [(String, Modifiers)] = [
    ("ctrl", .control), ("alt", .alt), ("shift", .shift), ("control", .control), ("meta", .alt),
  ]

  /// Reads a key as people write it: `ctrl-s`, `^S`, `alt-left`, `pgdn`, `f`, `G`, `f5`, `space`, `esc`, `-`.
  ///
  /// Names and modifiers are read in any case, single characters are not.
  package init?(_ text: some StringProtocol) {
    let word = Substring(text)
    if word.utf8.count == 1, let character = word.first {
      self.init(.character(character), [])
      return
    }
    var rest = word
    var modifiers: Modifiers = []
    if rest.count > 1, rest.first == "^" {
      modifiers.insert(.control)
      rest = rest.dropFirst()
    }
    while let dash = rest.firstIndex(where: { $0 == "-" || $0 == "+" }),
      rest.index(after: dash) < rest.endIndex,
      let modifier = KeyEvent.modifier(named: rest[..<dash])
    {
      modifiers.insert(modifier)
      rest = rest[rest.index(after: dash)...]
    }
    guard let key = KeyEvent.key(named: rest) else { return nil }
    self.init(key, modifiers)
  }

  private static func modifier(named name: Substring) -> Modifiers? {
    let lower = name.lowercased()
    return modifierNames.first { $0.0 == lower }?.1
  }

  private static func key(named name: Substring) -> Key? {
    if name.count == 1, let character = name.first { return .character(character) }
    let lower = name.lowercased()
    if let named = names.first(where: { $0.0 == lower }) { return named.1 }
    guard lower.first == "f", let number = Int(lower.dropFirst()), (1...63).contains(number)
    else { return nil }
    return .function(number)
  }

  /// The keys of a script, separated by spaces: `j j enter ctrl-s`.
  /// - Returns: The events, or nil if a word of it is no key.
  package static func sequence(_ text: String) -> [KeyEvent]? {
    let words = text.utf8.split(separator: UInt8(ascii: " "))
    let events = words.compactMap { KeyEvent(Substring($0)) }
    return events.count == words.count ? events : nil
  }

  private var keyName: String {
    switch key {
    case .character(" "): "space"
    case .character(let character): String(character)
    case .function(let number): "f\(number)"
    default: KeyEvent.names.first { $0.1 == key }?.0 ?? ""
    }
  }

  private static let signs: [Key: String] = [
    .up: "↑", .down: "↓", .left: "←", .right: "→", .enter: "⏎", .tab: "⇥", .backTab: "⇤",
    .backspace: "⌫",
  ]

  /// The short form for a footer: `^S`, `⏎`, `⇥`, `↑`, `M-x`.
  package var symbol: String { symbol(isPlain: false) }

  /// The short form for a footer; a plain one has names where there are only signs: `^S`, `enter`, `up`.
  package func symbol(isPlain: Bool) -> String {
    var symbol = isPlain ? keyName : Self.signs[key] ?? keyName
    if case .character(let character) = key, character != " ", modifiers.contains(.control) {
      symbol = character.uppercased()
    }
    if modifiers.contains(.shift) { symbol = "S-" + symbol }
    if modifiers.contains(.control) { symbol = "^" + symbol }
    if modifiers.contains(.alt) { symbol = "M-" + symbol }
    return symbol
  }
}

extension KeyEvent: CustomStringConvertible {
  /// The key as it is read again: `ctrl-s`, `alt-left`, `pgdn`, `G`.
  public var description: String {
    var text = ""
    for (name, modifier) in KeyEvent.modifierNames.prefix(3) where modifiers.contains(modifier) {
      text += name + "-"
    }
    return text + keyName
  }
}
