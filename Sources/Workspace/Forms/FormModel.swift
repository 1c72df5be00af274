import AccessControl
package import Editing
package import EntityModel
package import EntityStore
import Formatting
public import Observation
package import Qualifiers
package import RuleEnvironment
package import StandardKeys

/// The model of an object's form: field texts that are not valid values yet, and the error of each field.
///
/// Each edited object has one. Fields find theirs in the environment, `\.form`.
@Observable
public final class FormModel {
  /// The object being edited.
  package let object: ManagedObject
  /// The forms of other objects, to which paths of fields lead.
  @ObservationIgnored package private(set) weak var forms: FormRegistry?
  /// The texts typed into fields, valid or not, by property.
  package private(set) var drafts: [String: String] = [:] {
    didSet {
      forms?.note(self)
      forms?.onTouch?(object)
    }
  }
  /// The properties whose draft reads as no value at all.
  private var valueless: Set<String> = [] { didSet { forms?.note(self) } }
  /// The errors of the entered values, by property.
  private var entered: [String: String] = [:]
  /// The properties of which one thing that is wrong was told together, by each of them.
  @ObservationIgnored private var together: [String: Set<String>] = [:]

  /// A snapshot of the texts typed into a form that are not values yet, and of their errors.
  ///
  /// Taken when a nested form opens, and restored when its changes are discarded.
  package struct Typed: Equatable {
    fileprivate var drafts: [String: String] = [:]
    fileprivate var valueless: Set<String> = []
    fileprivate var entered: [String: String] = [:]

    package init() {}

    fileprivate init(drafts: [String: String], valueless: Set<String>, entered: [String: String]) {
      (self.drafts, self.valueless, self.entered) = (drafts, valueless, entered)
    }
  }

  /// The typed texts and their errors, to save and restore them.
  package var typed: Typed {
    get { Typed(drafts: drafts, valueless: valueless, entered: entered) }
    set { (drafts, valueless, entered) = (newValue.drafts, newValue.valueless, newValue.entered) }
  }

  /// The properties into which somebody typed before their value was read to its end.
  private var unread: Set<String> = []

  /// The results of checking entered values against the database, by property.
  package private(set) var findings: [String: FieldLookupResult] = [:]
  /// The labels of the objects to which the defaults of columns refer, by relationship.
  package var defaultLabels: [String: String] = [:]
  /// The cached validation errors from rules, with the object state and rule revision that they belong to.
  @ObservationIgnored package var judged: (record: Record, revision: Int, problems: [FieldProblem])?

  /// How many saves there had been when the object was read for the form.
  @ObservationIgnored package var savesSeen = 0

  /// The attributes that somebody else has changed while they stood in fields here.
  package private(set) var elsewhere: Set<String> = []

  /// The error messages, by property.
  public var problems: [String: String] {
    let waiting = unread.filter(object.isPartlyRead)
    return waiting.reduce(into: entered) {
      $0[$1] =
        object.holdsUnreadBytes($1)
        ? "holds too many bytes to edit here" : "is not fully read yet"
    }
  }

  package init(object: ManagedObject, in forms: FormRegistry? = nil) {
    (self.object, self.forms) = (object, forms)
  }

  /// The text a field shows: what is being typed, else the value as it is edited.
  package func text(of attribute: Attribute, in scope: EnvironmentValues) -> String {
    drafts[attribute.name]
      ?? object.snapshot.value(forKey: attribute.name)?.editingText(
        for: attribute,
        scope[MiscKeys.shared.locale]
      ) ?? ""
  }

  /// Returns the interpretation of a typed day or number: `= Wed 2026-11-25`, `= 1234,5`; `nil` when it is obvious.
  package func meaning(of attribute: Attribute, in scope: EnvironmentValues) -> String? {
    if let remark = remark(on: attribute) { return remark }
    if value(of: attribute) == .string(""), takesEmptyText(attribute, in: scope) {
      return "= '', an empty text"
    }
    guard let draft = drafts[attribute.name], !holdsNoValue(at: attribute.name),
      let value = object.snapshot.value(forKey: attribute.name)
    else { return nil }
    let locale = scope[MiscKeys.shared.locale]
    let text = value.editingText(for: attribute, locale)
    guard draft != text else { return nil }
    switch (value, attribute.type.kind) {
    case (.date, .date), (.date, .timestamp), (.string, .date):
      return value.civilTime.map { "= \($0.weekday) \(text)" }
    case (.int, .integer), (_, .number), (_, .decimal):
      return locale.mayBeMisread(draft) ? "= \(text)" : nil
    default: return nil
    }
  }

  /// Returns a remark if the stored value does not fit the attribute's type and the user has not replaced it; else `nil`.
  private func remark(on attribute: Attribute) -> String? {
    let value = object.snapshot.value(forKey: attribute.name) ?? .null
    guard drafts[attribute.name] == nil, attribute.isUnreadable(value),
      !object.isPartlyRead(attribute.name)
    else { return nil }
    return "kept as stored, though no value of the type '\(attribute.typeName)'"
  }

  /// Takes over what was typed; a text that reads as no value stays as it is and is marked.
  package func type(_ text: String, into attribute: Attribute, in scope: EnvironmentValues) {
    // The same letters in other bytes are another value.
    guard !text.isExactly(self.text(of: attribute, in: scope)), isRead(attribute) else { return }
    drafts[attribute.name] = text
    valueless.remove(attribute.name)
    do {
      var value: Value
      if let stored = storedValue(shownAs: text, of: attribute, in: scope) {
        value = stored
      } else {
        value = try object.value(
          ofInput: plainText(ofInput: text, for: attribute, in: scope),
          for: attribute,
          now: WallClock.now(for: attribute)
        )
      }
      // Emptied again, what was null is null again; or the default, where it must not be null.
      if text.isEmpty, object.base.value(forKey: attribute.name)?.isNull == true {
        value = .null
        if object.state == .inserted, attribute.definition.hasDefault, !attribute.isNullable {
          return object.leaveToDatabase(attribute.name)
        }
        if takesEmptyText(attribute, in: scope) { value = .string("") }
      }
      object.set(value, forAttribute: attribute.name, isTyping: true)
      entered[attribute.name] =
        object.problem(with: value, for: attribute)
        ?? FieldConstraints(at: scope).lengthProblem(with: value)
    } catch {
      entered[attribute.name] = "needs \(forms?.typedForms(scope) ?? error.request)"
      valueless.insert(attribute.name)
    }
  }

  /// The stored value, where its text is typed again: changed back, it is the same to the last byte.
  private func storedValue(
    shownAs text: String,
    of attribute: Attribute,
    in scope: EnvironmentValues
  ) -> Value? {
    guard let stored = object.base.value(forKey: attribute.name), !stored.isNull,
      text.isExactly(stored.editingText(for: attribute, scope[MiscKeys.shared.locale]))
    else { return nil }
    return stored
  }

  /// Returns the typed text in machine format, independent of locale.
  ///
  /// A text equal to the stored one is kept.
  private func plainText(
    ofInput text: String,
    for attribute: Attribute,
    in scope: EnvironmentValues
  ) -> String {
    guard object.base.value(forKey: attribute.name) != .string(text),
      attribute.definition.customType?.value(text) == nil
    else { return text }
    let choices = scope[EditingKeys.shared.choices]
    let called = choices.values(called: text, for: attribute)
    // Several may be called alike: what is typed again stays as it is.
    if let chosen = called.first(where: { $0 == value(of: attribute) }) ?? called.first {
      return chosen.description
    }
    return forms?.plainText(text, attribute, scope) ?? text
  }

  /// Sets a value that was chosen rather than typed.
  package func set(_ value: Value, for attribute: Attribute) {
    // Bytes are replaced by others whole, whether all of them were read or not.
    guard object.holdsUnreadBytes(attribute.name) || isRead(attribute) else { return }
    drafts[attribute.name] = nil
    clearProblem(at: attribute.name)
    entered[attribute.name] = object.problem(with: value, for: attribute)
    object.set(value, forAttribute: attribute.name)
  }

  /// A value of which a list has read the beginning is edited when all of it is here.
  private func isRead(_ attribute: Attribute) -> Bool {
    clearProblem(at: attribute.name)
    guard object.isPartlyRead(attribute.name) else { return true }
    unread.insert(attribute.name)
    return false
  }

  /// Forgets what was typed into the fields of `keys`: their values are others by now.
  package func forgetDrafts(of keys: Set<String>) {
    for key in keys {
      drafts[key] = nil
      entered[key] = nil
      elsewhere.remove(key)
    }
  }

  /// Forgets all that was typed: the object was saved, or is as it was before.
  package func forgetDrafts() {
    (drafts, entered, valueless, unread, elsewhere) = ([:], [:], [], [], [])
    findings = [:]
  }

  /// Marks what others have changed since it was `read`, entered here or not.
  package func noteChangesElsewhere(since read: Record) {
    let followed = Set(object.keysChangedElsewhere(since: read))
    forgetDrafts(of: followed.filter { !holdsNoValue(at: $0) })
    let keys = followed.union(object.conflictingKeys)
    if !keys.isSubset(of: elsewhere) { elsewhere.formUnion(keys) }
  }

  /// Returns a remark if others changed the property, and whether saving will ask about it; `nil` if nobody did.
  package func remarkOnOthers(at key: String) -> String? {
    let keys = elsewhere.filter { object.entity.propertyNames(writing: $0).contains(key) }
    guard !keys.isEmpty else { return nil }
    return object.conflictingKeys.contains(where: keys.contains)
      ? "changed elsewhere too: saving asks" : "changed elsewhere"
  }

  /// Takes the mark of a field away, and of those that were marked with it: something else was entered.
  package func clearProblem(at key: String) {
    for key in together[key] ?? [key] { (entered[key], together[key]) = (nil, nil) }
  }

  /// Takes what the file says of a field; `nil` where nothing is wrong.
  package func take(_ finding: FieldLookupResult?, at key: String) {
    if finding != nil || findings[key] != nil { findings[key] = finding }
  }

  /// Marks the fields that are wrong together.
  package func show(_ message: String, at keys: Set<String>) {
    for key in keys { (entered[key], together[key]) = (message, keys) }
  }

  /// The texts in fields of which the object knows nothing.
  package var valuelessDrafts: [String: String] { drafts.filter { valueless.contains($0.key) } }

  /// Whether a field holds a text of which the object knows nothing.
  package var hasValuelessDrafts: Bool { valueless.contains { drafts[$0] != nil } }

  /// Whether somebody has entered something that would be lost: values, or texts that are none.
  package var hasInput: Bool { object.hasInput || hasValuelessDrafts }

  /// Whether a field holds a text that is no value.
  package var hasUnreadableDrafts: Bool {
    drafts.keys.contains(where: hasUnreadableDraft)
  }

  /// Whether what is typed in the field of a property reads as no value, so that the object knows nothing of it.
  package func holdsNoValue(at key: String) -> Bool {
    drafts[key] != nil && valueless.contains(key)
  }

  /// Whether the field of a property holds a text that cannot be saved.
  package func hasUnreadableDraft(at key: String) -> Bool {
    drafts[key] != nil && problems[key] != nil
  }
}

extension FormModel {
  /// The value as it stands, pending changes included.
  package func value(of attribute: Attribute) -> Value {
    object.snapshot.value(forKey: attribute.name) ?? .null
  }
}

extension FormModel {
  /// The task by which the object is entered: `create` or `edit`.
  package var task: TaskName { object.enteringTask }
}

extension ManagedObject {
  /// The task of the page on which the object is entered.
  package var enteringTask: TaskName { state == .inserted ? .create : .edit }
}
