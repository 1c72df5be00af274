import AccessControl
import Editing
import EntityModel
import EntityStore
import Formatting
import Qualifiers
import RuleEnvironment
import StandardKeys
import Terminal
package import Workspace

/// The preview of a save: the changed objects with old and new values, limited to what the user may see.
package struct PendingReview {
  let work: WorkContext

  /// With the names and rights of a session.
  package init(work: WorkContext) { self.work = work }

  /// A property's old and new value as text, with its title, for previews of changes.
  ///
  /// Shown by the review page, the save history, and the previews of bulk changes and pasting.
  struct Change {
    let name: String
    let title: String
    /// `nil` in a new object.
    let old: CellText?
    let new: CellText
  }

  /// The objects by entity, in the order of the model; those of entities that may not be seen are not there.
  func groups(of objects: [ManagedObject]) -> [(title: String, objects: [ManagedObject])] {
    let members = Dictionary(grouping: objects, by: \.entity)
    return work.model.entities.compactMap { entity in
      guard let own = members[entity], work.visibilityRefusal(of: entity) == nil else {
        return nil
      }
      return (work.root.scoped(to: entity)[ModelKeys.shared.displayNameForEntity], own)
    }
  }

  /// The properties of which a value is to be written and may be seen, in the order of the model.
  func names(of object: ManagedObject) -> [String] {
    guard object.state != .deleted else { return [] }
    let scope = scope(of: object.snapshot)
    var names: [String] = []
    for attribute in object.entity.attributes where isWritten(attribute, of: object) {
      let name = object.entity.propertyNames(writing: attribute.name).first(
        where: scope.showsProperty
      )
      if let name, !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// Whether a property of an object may be seen.
  func shows(_ name: String, of object: ManagedObject) -> Bool { shows(name, of: object.snapshot) }

  /// Whether a property of a row may be seen.
  func shows(_ name: String, of record: Record) -> Bool { scope(of: record).showsProperty(name) }

  private func isWritten(_ attribute: Attribute, of object: ManagedObject) -> Bool {
    if object.changedKeys.contains(attribute.name) { return true }
    guard object.state == .inserted, attribute.definition.derivation == nil else { return false }
    return object.snapshot.value(forKey: attribute.name)?.isNull == false
      || object.isSetToNull(attribute.name)
  }

  /// The attributes that a property of an object writes, and of which something was entered.
  func changedKeys(of name: String, in object: ManagedObject) -> Set<String> {
    object.changedKeys.union(object.keysWithoutDefault).filter {
      object.entity.propertyNames(writing: $0).contains(name)
    }
  }

  /// The text of a property as a list shows it.
  func shownText(of name: String, in object: ManagedObject) -> String {
    line(in: scope(of: object.snapshot).scoped(toProperty: name)).text
  }

  /// A property that may be seen, with its values as its component shows them; of long ones the part in which they differ.
  ///
  /// A deleted row gives its former value.
  func change(of name: String, in row: SaveRecord.Row) -> Change {
    let (before, after) = (row.after == nil ? nil : row.before, row.latest)
    let title = scope(of: after).displayName(of: name)
    let places = (
      old: before.map { scope(of: $0).scoped(toProperty: name) },
      new: scope(of: after).scoped(toProperty: name)
    )
    var old = places.old.map(line)
    var new = line(in: places.new)
    // If a formatter leaves digits out of one, both show all of them.
    let isShort = old?.text == new.text || !isWhole(places.new) || places.old.map(isWhole) == false
    if isShort, new.text != CellText.secret {
      if let text = exactText(in: places.new) { new.text = text }
      if let place = places.old, let text = exactText(in: place) { old?.text = text }
    }
    let length = length(besides: title)
    let common = old.map { zip($0.text, new.text).prefix { $0 == $1 }.count } ?? 0
    let longest = max(old?.text.count ?? 0, new.text.count)
    // What is cut at the end still differs where it can be seen.
    let start = longest > length ? min(max(0, common - length / 4), longest - length) : 0
    old?.text.keep(length, from: start)
    new.text.keep(length, from: start)
    return Change(name: name, title: title, old: old, new: new)
  }

  /// Whether the text of a number or a time says all of it.
  private func isWhole(_ property: EnvironmentValues) -> Bool {
    guard let text = exactText(in: property),
      let attribute = property[ModelKeys.shared.attribute]
    else { return true }
    let value = property[ModelKeys.shared.propertyValue]
    let shown = property.formatted(value)
    guard shown != text else { return true }
    let plain = property.plainText(ofTyped: shown, for: attribute)
    do throws(InputProblem) { return try attribute.value(ofInput: plain) == value } catch {
      return false
    }
  }

  /// A number or a time with all its digits; `nil` for any other value, and for one that a label stands for.
  private func exactText(in property: EnvironmentValues) -> String? {
    let value = property[ModelKeys.shared.propertyValue]
    guard let attribute = property[ModelKeys.shared.attribute], !value.isNull,
      attribute.type.kind.isNumber || attribute.type.kind.isTime,
      attribute.definition.customType == nil, !property[EditingKeys.shared.choices].hasLabels
    else { return nil }
    return value.editingText(for: attribute, property[MiscKeys.shared.locale])
  }

  /// How much of each of two values is shown behind a title.
  private func length(besides title: String) -> Int {
    guard work.presenter?.isOnScreen == true else { return Self.length }
    let room = work.root[MiscKeys.shared.screen].width - title.count - Self.margin
    return min(Self.length, max(Self.leastLength, room / 2))
  }

  func text(in property: EnvironmentValues) -> CellText {
    var cell = line(in: property)
    cell.text.keep(Self.length, from: 0)
    return cell
  }

  /// All of a value on one line.
  private func line(in property: EnvironmentValues) -> CellText {
    let key = PropertyPath(property[ModelKeys.shared.propertyKey])
    let component = work.root.catalog.components[property[ComponentKeys.shared.component]]
    var cell =
      property.leadsToPassword(key)
      ? .password(in: property) : component?.cell(property) ?? .plain(in: property)
    cell.text = cell.text.oneLine
    cell.style = property.style(in: work.root.palette) ?? .plain
    return cell
  }

  /// The maximum and minimum number of characters shown of a value.
  private static let length = 60
  private static let leastLength = 12
  /// The number of cells in a line that neither the title nor the values use.
  private static let margin = 12

  /// How rules let what names an object look.
  func style(of record: Record) -> Style {
    scope(of: record).style(in: work.root.palette) ?? .plain
  }

  func scope(of record: Record) -> EnvironmentValues {
    work.root.scoped(toTask: .inspect).scoped(to: record)
  }
}

nonisolated extension String {
  /// The text on one line, with signs for the ends of its lines: a line that ends otherwise is another text.
  fileprivate var oneLine: String {
    guard utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return self }
    var line = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      line.append(scalar == "\n" ? "⏎" : scalar == "\r" ? "␍" : scalar)
    }
    return String(line)
  }

  /// Cuts what is more than `length` characters from `start` on, with dots in place of what is gone.
  fileprivate mutating func keep(_ length: Int, from start: Int) {
    guard start > 0 || count > length else { return }
    let rest = dropFirst(start)
    let isCut = rest.count > length
    self = (start > 0 ? "…" + rest.dropFirst() : String(rest))
    if isCut { self = prefix(length - 1) + "…" }
  }
}

extension ManagedObject {
  /// The mark of the object in lists: `+` new, `•` changed, `-` to be deleted.
  var pendingMark: String {
    switch state {
    case .inserted: "+"
    case .stored: "•"
    case .deleted: "-"
    }
  }
}
