import Qualifiers

extension CustomType {
  /// A type whose values are those of a Swift type.
  ///
  /// - Parameters:
  ///   - name: What models and rules call it.
  ///   - type: The Swift type.
  ///   - text: What people read of a value; `nil` for its description, the name of its case, or what is stored.
  ///   - reading: The value that a text stands for, beside its text, where values can be counted, and what is stored.
  ///   - noun: What a message asks for.
  ///   - validate: What is wrong with a value.
  package init<Kept: PropertyValue>(
    _ name: String,
    of type: Kept.Type,
    text: (@Sendable (Kept) -> String)? = nil,
    reading: @escaping @Sendable (String) -> Kept? = { _ in nil },
    noun: String? = nil,
    validate: @escaping @Sendable (Kept) -> String? = { _ in nil }
  ) {
    let storage = Kept.storage
    let text = text ?? { Self.text(of: $0) }
    let cases = Self.cases(of: type)
    // Looked up by texts as people type them.
    var named: [String: Kept] = [:]
    var choices: [Value] = []
    for value in cases.reversed() {
      named[text(value).lowercased()] = value
      if let stored = value.stored { choices.insert(stored, at: 0) }
    }
    let noun =
      noun
      ?? (cases.isEmpty
        ? "a value of the type '\(name)'" : "one of " + cases.map(text).joined(separator: ", "))
    self.init(
      name,
      storage: storage.type,
      text: { storage.value($0).map(text) },
      value: { [named] typed in
        let known = reading(typed) ?? named[typed.lowercased()]
        if let known { return known.stored }
        // What is stored already is not written in another way.
        return storage.stored(ofText: typed).flatMap { storage.value($0) == nil ? nil : $0 }
      },
      problem: { value in
        guard let kept = storage.value(value) else { return "needs \(noun)" }
        return validate(kept)
      }
    )
    (self.choices, self.noun) = (choices, noun)
  }

  /// The values of a type that can be counted.
  private static func cases<Kept>(of type: Kept.Type) -> [Kept] {
    func all<Counted: CaseIterable>(_ type: Counted.Type) -> [Kept] {
      type.allCases.compactMap { $0 as? Kept }
    }
    guard let counted = type as? any CaseIterable.Type else { return [] }
    return all(counted)
  }

  /// Returns the text of a value: its `description`, the case name of an enum stored as a number, else the stored value.
  private static func text<Kept: PropertyValue>(of value: Kept) -> String {
    if let value = value as? any CustomStringConvertible { return value.description }
    let stored = value.stored
    if case .int? = stored { return "\(value)" }
    return stored?.description ?? "\(value)"
  }
}
