import Editing
import EntityModel
import EntityStore
import Observation
import Qualifiers
import RuleEnvironment

/// What an edit page knows beside the object: texts that are no values yet, and what is wrong with each field.
@Observable
final class FormModel {
  let object: ManagedObject
  /// What was typed into fields and does not read as a value, by property.
  private(set) var drafts: [String: String] = [:]
  /// The properties whose draft reads as no value at all.
  private var valueless: Set<String> = []
  /// What is wrong with what was entered, by property.
  private var entered: [String: String] = [:]
  /// The properties into which somebody typed before their value was read to its end.
  private var unread: Set<String> = []

  /// What is wrong, by property.
  var problems: [String: String] {
    let waiting = unread.filter(object.isPartlyRead)
    return waiting.reduce(into: entered) {
      $0[$1] =
        object.holdsUnreadBytes($1)
        ? "holds bytes that are too many to be edited here" : "is not read to its end yet"
    }
  }

  init(object: ManagedObject) { self.object = object }

  /// The text a field shows: what is being typed, else the value as it is edited.
  func text(of attribute: Attribute) -> String {
    drafts[attribute.name] ?? object.snapshot.value(forKey: attribute.name)?.editingText(
      for: attribute
    ) ?? ""
  }

  /// What a date that was typed in another way than it is written means: `= Wed 2026-11-25`; `nil` when that is plain.
  func meaning(of attribute: Attribute) -> String? {
    guard let draft = drafts[attribute.name], !holdsNoValue(at: attribute.name),
      let value = object.snapshot.value(forKey: attribute.name), case .date(let date) = value,
      attribute.type == .date || attribute.type == .timestamp
    else { return nil }
    let text = value.editingText(for: attribute)
    guard draft != text else { return nil }
    return "= \(CivilTime(date).weekday) \(text)"
  }

  /// Takes over what was typed; a text that reads as no value stays as it is and is marked.
  func type(_ text: String, into attribute: Attribute, in scope: EnvironmentValues) {
    // The same letters in other bytes are another value.
    guard !text.isExactly(self.text(of: attribute)), isRead(attribute) else { return }
    drafts[attribute.name] = text
    valueless.remove(attribute.name)
    do {
      var value = try object.value(
        ofInput: text,
        for: attribute,
        now: WallClock.now(for: attribute)
      )
      // Emptied again, what was null is null again.
      if text.isEmpty, object.base.value(forKey: attribute.name)?.isNull == true { value = .null }
      object.set(value, forAttribute: attribute.name, isTyping: true)
      entered[attribute.name] =
        object.problem(with: value, for: attribute)
        ?? FieldDemands(at: scope).lengthProblem(with: value)
    } catch {
      entered[attribute.name] = error.message
      valueless.insert(attribute.name)
    }
  }

  /// Sets a value that was chosen rather than typed.
  func set(_ value: Value, for attribute: Attribute) {
    guard isRead(attribute) else { return }
    drafts[attribute.name] = nil
    entered[attribute.name] = object.problem(with: value, for: attribute)
    object.set(value, forAttribute: attribute.name)
  }

  /// A value of which a list has read the beginning is edited when all of it is here.
  private func isRead(_ attribute: Attribute) -> Bool {
    entered[attribute.name] = nil
    guard object.isPartlyRead(attribute.name) else { return true }
    unread.insert(attribute.name)
    return false
  }

  /// Forgets what was typed into the fields of `keys`: their values are others by now.
  func forgetDrafts(of keys: Set<String>) {
    for key in keys {
      drafts[key] = nil
      entered[key] = nil
    }
  }

  /// Takes the mark of a field away: something else was chosen.
  func clearProblem(at key: String) { entered[key] = nil }

  /// Marks one field.
  func show(_ message: String, at key: String) { entered[key] = message }

  /// How many fields hold what cannot be saved.
  var problemCount: Int { problems.count }

  /// Whether a field holds a text that is no value.
  var hasUnreadableDrafts: Bool {
    drafts.keys.contains(where: hasUnreadableDraft)
  }

  /// Whether what is typed in the field of a property reads as no value, so that the object knows nothing of it.
  func holdsNoValue(at key: String) -> Bool { drafts[key] != nil && valueless.contains(key) }

  /// Whether the field of a property holds a text that cannot be saved.
  func hasUnreadableDraft(at key: String) -> Bool { drafts[key] != nil && problems[key] != nil }
}

nonisolated extension Value {
  /// The value as it stands in a field: nothing grouped, nothing cut.
  func editingText(for attribute: Attribute) -> String {
    switch (self, attribute.type) {
    case (.null, _): ""
    case (.date, .date): civilTime?.dayText ?? description
    case (.date, .time): civilTime?.timeText ?? description
    case (.decimal, .decimal): padded(places: attribute.definition.scale ?? 0)
    case (.date, _): civilTime.map { "\($0.dayText) \($0.timeText)" } ?? description
    case (.bool(let truth), _): truth ? "yes" : "no"
    default: description
    }
  }

  /// `0.1` as `0.10` where the column has two places.
  private func padded(places: Int) -> String {
    let text = description
    let digits = text.firstIndex(of: ".").map { text[$0...].count - 1 } ?? 0
    guard digits < places, !text.contains(where: \.isLetter) else { return text }
    return text + (digits == 0 ? "." : "") + String(repeating: "0", count: places - digits)
  }
}
