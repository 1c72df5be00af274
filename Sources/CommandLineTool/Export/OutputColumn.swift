import AccessControl
import Formatting
import Pages
import Diagnostics
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// A column of a subcommand's output: one property path with its heading, alignment, and formatting of each object's value.
struct OutputColumn {
  /// Its path, by which programs know it.
  let key: String
  /// The column's heading.
  let title: String
  let isTrailing: Bool
  private let path: PropertyPath
  private let attribute: Attribute?
  /// The codec of its stored values; `nil` for what no column stores.
  let file: FileColumn?
  /// The column of the entity's own table, where it is one that statements set.
  var columnName: String? {
    path.components.count == 1 && attribute?.isSetByStatements == true ? attribute?.columnName : nil
  }
  /// Whether storage classes are written between commas, where the column does not decide.
  private let isTyped: Bool
  /// Whether the column says no more than that there is a value.
  private let isSecret: Bool
  /// Whether people read it.
  private let isText: Bool
  /// Whether an import is to read it: references are told by keys, and not by what names objects.
  private let isReadAgain: Bool
  /// Whether rules hide the key of a reference, so that its label is all that is told.
  private let hidesKey: Bool
  private let scope: EnvironmentValues
  private let work: WorkContext

  /// The columns for `keys` that may be seen in `scope`.
  ///
  /// Passwords are dots unless the columns were asked for by name.
  static func columns(
    _ keys: [String],
    in scope: EnvironmentValues,
    _ work: WorkContext,
    areAskedFor: Bool,
    isText: Bool,
    isReadAgain: Bool = false,
    isTyped: Bool = false
  ) -> [Self] {
    let titles = ColumnTitles(of: keys, in: scope)
    return keys.filter { scope.showsColumn(PropertyPath($0)) }.map { key in
      let own = scope
      let scope = scope.scoped(toProperty: key)
      let attribute = scope[ModelKeys.shared.attribute]
      let isStored = attribute.map { $0.definition.derivation == nil } == true
      return Self(
        key: key,
        title: titles[key],
        isTrailing: scope.columnAlignment == .trailing,
        path: PropertyPath(key),
        attribute: attribute,
        file: isStored ? attribute.map(FileColumn.init) : nil,
        isTyped: isTyped,
        isSecret: !areAskedFor
          && scope[ComponentKeys.shared.component] == ComponentName.displayPassword,
        isText: isText,
        isReadAgain: isReadAgain,
        hidesKey: scope[ModelKeys.shared.relationship].map {
          !$0.isToMany && own.hidesKey(of: $0, at: PropertyPath(key))
        } ?? false,
        scope: scope,
        work: work
      )
    }
  }

  /// Returns an object's value in this column, as text, as raw value and as JSON.
  func cell(of record: Record, _ counts: Counts) async throws(StoreError) -> OutputCell {
    let scope = scope.scoped(toValueIn: record, label: nil)
    guard scope[PermissionKeys.shared.isPropertyVisible] else { return .none }
    if let relationship = scope[ModelKeys.shared.relationship] {
      guard relationship.isToMany else { return reference(relationship, in: scope) }
      guard case .object(let owner?) = record.owner(of: path) else {
        return path.components.count == 1 ? try await count(relationship, of: record) : .none
      }
      return counts[key].map { OutputCell(count: $0[owner] ?? 0) } ?? .none
    }
    let component = work.root.catalog.components[scope[ComponentKeys.shared.component]]
    var text = isText ? (component?.cell(scope) ?? .formatted(in: scope)).text : ""
    let value = scope[ModelKeys.shared.propertyValue]
    if isSecret, !value.isNull { return .secret }
    if case .string = value, record.isTruncated(path.components) { text += "…" }
    var cell = OutputCell(text: text, value: value, of: scope[ModelKeys.shared.attribute])
    if let file, let position = record.layout.position(of: path.components) {
      cell = OutputCell(text: text, stored: record, position, file, isTyped: isTyped)
    }
    cell.value = value
    return cell
  }

  /// The value in a cell with all its digits, a reference by its key; empty for null.
  func exactText(of cell: OutputCell) -> String {
    guard case .list(let keys) = cell.value else {
      return cell.value.exactText(for: attribute, stored: cell.stored)
    }
    return keys.map { $0.exactText(for: nil) }.joined(separator: ",")
  }

  /// How the column is read where what programs read of it is nothing but the value, in all objects, of which `record` is
  /// one; `nil` where it is more.
  func plain(from record: Record) -> PlainColumn? {
    let scope = scope.scoped(toValueIn: record, label: nil)
    let isVisible = PermissionKeys.shared.isPropertyVisible
    guard scope[isVisible], scope.isOfAllRows(isVisible) else {
      return nil
    }
    if let relationship = scope[ModelKeys.shared.relationship] {
      guard !relationship.isToMany else { return nil }
      let layout = record.layout
      var reference = ReferenceOutput(relationship, at: path, of: layout, in: self.scope, work)
      (reference.isReadAgain, reference.hidesKey) = (isReadAgain, hidesKey)
      return PlainColumn(path: path, isSecret: false, reference: reference)
    }
    let position = isSecret || file == nil ? nil : record.layout.position(of: path.components)
    return PlainColumn(
      path: path,
      attribute: attribute,
      isSecret: isSecret,
      written: position,
      file: file,
      isTyped: isTyped
    )
  }

  private func count(
    _ relationship: Relationship,
    of record: Record
  ) async throws(StoreError) -> OutputCell {
    guard let destination = relationship.destination,
      work.visibilityRefusal(of: destination) == nil,
      let qualifier = relationship.qualifier(from: record)
    else { return .none }
    let count = try await work.store.count(
      FetchSpecification(entityName: destination.name, auxiliaryQualifier: qualifier)
    )
    return OutputCell(count: count)
  }

  /// How many objects relationships lead to, by the key of their column and by the owner of the relationship.
  typealias Counts = [String: [RecordID: Int]]

  /// Counts for all rows of a window at once what columns show of relationships to many.
  static func counts(
    _ columns: [Self],
    of records: [Record],
    in work: WorkContext
  ) async throws(StoreError) -> Counts {
    var counts: Counts = [:]
    for column in columns {
      guard let relationship = column.scope[ModelKeys.shared.relationship], relationship.isToMany,
        let destination = relationship.destination,
        work.visibilityRefusal(of: destination) == nil
      else { continue }
      let owners = Set(
        records.compactMap { record -> RecordID? in
          if case .object(let id?) = record.owner(of: column.path) { id } else { nil }
        }
      )
      guard !owners.isEmpty else { continue }
      counts[column.key] = try await work.store.counts(
        of: relationship.name,
        from: Array(owners)
      )
    }
    return counts
  }

  private func reference(_ relationship: Relationship, in scope: EnvironmentValues) -> OutputCell {
    let shown = isText ? CellText.toOne(in: scope) : nil
    let text = shown?.text ?? ""
    let prefix = path.components.dropLast()
    let keys = relationship.definition.joins.map { join in
      scope[ObjectKeys.shared.object]?.value(forPath: (prefix + [join.source])[...]) ?? .null
    }
    guard !keys.contains(where: \.isNull), !keys.isEmpty else {
      var cell = OutputCell(text: text, raw: nil, json: .null)
      // The keys may lie in an object between that is not read: then its label is all there is.
      if let shown, shown.role != .null { cell.value = .string(text) }
      return cell
    }
    let name =
      scope[ObjectKeys.shared.object].flatMap { object in
        scope.toOneLabel(of: relationship, at: path.components, in: object)
      }
    return OutputCell(
      text: text,
      keys: hidesKey ? nil : keys,
      of: isReadAgain ? relationship : nil,
      name: name ?? relationship.keyLabel(keys, isHidden: hidesKey)
    )
  }
}

extension OutputColumn {
  /// A column of values that are computed of many objects.
  init(
    computed key: String,
    title: String,
    isTrailing: Bool,
    in scope: EnvironmentValues,
    _ work: WorkContext
  ) {
    (self.key, self.title, self.isTrailing) = (key, title, isTrailing)
    (path, attribute, file) = (PropertyPath(key), nil, nil)
    (isTyped, isSecret, isText, isReadAgain, hidesKey) = (false, false, true, false, false)
    (self.scope, self.work) = (scope, work)
  }
}

/// An output column whose raw values can be read from every row of a fetch without asking the rules again.
///
/// ``OutputColumn`` makes it, for exports, where the column is visible in all rows and is an attribute or a to-one
/// relationship.
struct PlainColumn {
  fileprivate let path: PropertyPath
  fileprivate var attribute: Attribute?
  fileprivate let isSecret: Bool
  /// The position of the stored values in a row; `nil` where they have to be looked for.
  fileprivate(set) var written: Int?
  fileprivate var file: FileColumn?
  fileprivate var isTyped = false
  /// The object the column refers to, where it is no value.
  fileprivate var reference: ReferenceOutput?

  /// Returns the column's raw value in an object.
  func cell(of record: Record) -> OutputCell {
    if let reference { return reference.cell(of: record) }
    if let file, let written {
      return OutputCell(text: "", stored: record, written, file, isTyped: isTyped)
    }
    let value = record.value(forPath: path.components[...]) ?? .null
    if isSecret, !value.isNull { return .secret }
    return OutputCell(text: "", value: value, of: attribute)
  }
}

/// The positions and codecs of a row's columns when all are plain, so that an export writes stored values straight from memory.
///
/// ``RowWriter`` uses it instead of making a cell for each value.
struct PlainRow {
  /// The positions of the columns' values in a row.
  let positions: [Int]
  let files: [FileColumn]

  /// `nil` where a column has to be looked at more closely.
  init?(_ plain: [PlainColumn?]) {
    positions = plain.compactMap { $0?.written }
    files = plain.compactMap { $0?.file }
    guard positions.count == plain.count, files.count == plain.count else { return nil }
  }
}

/// A value of one object and column, prepared for every output format: formatted text, raw text, JSON and the stored value.
///
/// ``OutputColumn`` and ``ReferenceOutput`` make it; ``RowWriter`` prints it.
struct OutputCell {
  /// The formatted value.
  let text: String
  /// The unformatted value for CSV and TSV; `nil` for null.
  let raw: String?
  let json: JSON
  /// The value as the program sees it; of a reference the list of its keys.
  fileprivate(set) var value = Value.null
  /// The value as it is stored; `nil` for what no column stores.
  private(set) var stored: Value?
  /// Whether ``raw`` tells an import which value it is.
  private(set) var isTold = true

  init(text: String, raw: String?, json: JSON) {
    (self.text, self.raw, self.json) = (text, raw, json)
  }

  /// A value that no column stores.
  init(text: String, value: Value, of attribute: Attribute?) {
    let raw = attribute.flatMap { value.plainText(for: $0) }
    // A date is written as its attribute takes it, a day or a time of day alone.
    let json: JSON = if case .date = value { JSON(raw) } else { JSON(value) }
    self.init(text: text, raw: raw, json: json)
  }

  /// The value at a position of a record, as it is stored there.
  init(text: String, stored record: Record, _ position: Int, _ file: FileColumn, isTyped: Bool) {
    var value = Value.null
    record.withWritten([position]) { value = file.stored($1.value) }
    self.init(text: text, stored: value, file, isTyped: isTyped)
  }

  /// A stored value.
  init(text: String, stored: Value, _ file: FileColumn, isTyped: Bool) {
    let (raw, isTold) = file.text(of: stored, isTyped: isTyped)
    self.init(text: text, raw: raw, json: file.json(of: stored))
    (self.stored, self.isTold) = (stored, isTold)
  }

  /// There is nothing, or nothing to be seen.
  static let none = OutputCell(text: "", raw: nil, json: .null)

  /// Stands for a password.
  static var secret: OutputCell {
    let text = CellText.secret
    var cell = OutputCell(text: text, raw: text, json: .string(text))
    cell.value = .string(text)
    return cell
  }

  /// An object by its key and by what names it; a table has the key alone where the relationship is given, which joins by it.
  ///
  /// Without `keys` the name is all.
  init(text: String, keys: [Value]?, of relationship: Relationship? = nil, name: String) {
    guard let keys else {
      self.init(text: text, raw: name, json: .object([("label", .string(name))]))
      value = .string(name)
      return
    }
    let id = keys.count == 1 ? JSON(keys[0]) : .array(keys.map { JSON($0) })
    var raw = name
    if let relationship, let entity = relationship.destination,
      relationship.definition.joins.map(\.destination) == entity.identity
    {
      raw = entity.keyText(of: RecordID(entityName: entity.name, values: keys))
    }
    self.init(text: text, raw: raw, json: .object([("id", id), ("label", .string(name))]))
    value = .list(keys)
  }

  init(count: Int) {
    self.init(text: String(count), raw: String(count), json: JSON(count))
    value = .int(Int64(count))
  }
}

nonisolated extension Value {
  /// The value as an import reads it again; `nil` for null.
  func plainText(for attribute: Attribute) -> String? {
    switch (self, attribute.type.kind) {
    case (.null, _): nil
    case (.date, .date): civilTime?.dayText ?? description
    case (.double(let number), _): number.isNaN ? nil : JSON.digits(number)
    case (.date(let date), _) where attribute.definition.storage.hasOffset:
      Self.utcText(date.wallClockText())
    // At midnight the text of a moment is the day alone.
    case (.date, .time):
      description.split(separator: " ").dropFirst().last.map(String.init) ?? "00:00"
    default: description
    }
  }

  /// A time in UTC that says so.
  private static func utcText(_ text: String) -> String {
    text + (text.contains("T") ? "Z" : "T00:00Z")
  }
}

nonisolated extension Relationship {
  /// The text for an object that nothing names: its key, or its entity where rules hide that.
  func keyLabel(_ keys: [Value], isHidden: Bool) -> String {
    isHidden
      ? destination?.displayName ?? name : keys.map(\.description).joined(separator: ", ")
  }
}

nonisolated extension Attribute {
  /// Whether a statement can set its column: the database computes a generated one anew.
  var isSetByStatements: Bool { definition.derivation == nil && !definition.isGenerated }
}
