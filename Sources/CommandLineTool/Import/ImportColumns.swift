import AccessControl
import Pages
import Diagnostics
import Editing
import EntityModel
import Formatting
import Qualifiers
import StandardKeys
import Workspace

/// The mapping of an imported file's column names to properties of the entity, with checks for unknown and clashing columns.
final class ImportColumns {
  private let entity: Entity
  private let work: WorkContext
  private let mappings: [ColumnMapping]
  private var columns: [ImportColumn] = []
  /// The number of each column by its name in the file; `nil` for one that is left out.
  private var numbers: [String: Int?] = [:]
  private var usedMappings: Set<ColumnMapping> = []
  /// The columns of the last row of which was asked whether it can have them all, and it could.
  private var unclashing: [Int] = []
  /// The columns of the last row that was taken in, and the attributes that these give.
  private var given: (columns: [Int], positions: Set<Int>) = ([], [])

  /// - Throws: ``UsageError`` for a mapping to a property that there is not.
  init(
    of entity: Entity,
    in work: WorkContext,
    _ mappings: [ColumnMapping]
  ) throws(UsageError) {
    (self.entity, self.work, self.mappings) = (entity, work, mappings)
    for mapping in mappings where !mapping.property.isEmpty {
      do throws(UsageError) { _ = try ImportColumn(mapping.property, of: entity) } catch {
        throw UsageError("--map '\(mapping.column)=\(mapping.property)': \(error.message)")
      }
    }
  }

  /// The columns that the file has.
  var all: [ImportColumn] { columns }

  subscript(_ number: Int) -> ImportColumn { columns[number] }

  // MARK: Names

  /// Whether a file may mean a column by a name.
  func isKnown(_ name: String) -> Bool {
    mapping(of: name) != nil || entity.propertyName(matching: name) != nil
      || (try? ImportColumn(name, of: entity)) != nil
  }

  /// The number of the column that a file calls `name`; `nil` for one that is left out.
  ///
  /// - Throws: ``UsageError`` for a name that does not exist, and for what no file can set.
  func number(of name: String) throws(UsageError) -> Int? {
    if let known = numbers[name] { return known }
    let mapping = mapping(of: name)
    if let mapping { usedMappings.insert(mapping) }
    if mapping?.property.isEmpty == true {
      numbers[name] = .some(nil)
      return nil
    }
    let column = try ImportColumn(mapping?.property ?? name, of: entity)
    let number = columns.firstIndex { $0.name == column.name } ?? columns.count
    if number == columns.count { columns.append(column) }
    numbers[name] = number
    return number
  }

  private func mapping(of name: String) -> ColumnMapping? {
    mappings.first { $0.column == name }
      ?? mappings.first { $0.column.lowercased() == name.trimmingBlanks.lowercased() }
  }

  /// The reason that a row cannot have all of these columns; `nil` when it can.
  func clash(among columns: [Int]) -> String? {
    guard columns != unclashing else { return nil }
    for (index, column) in columns.enumerated() {
      for other in columns[..<index] {
        if let clash = self.columns[column].clash(with: self.columns[other]) { return clash }
      }
    }
    unclashing = columns
    return nil
  }

  /// The faults of mappings for columns that a file with these names has not.
  func unusedMappings(among names: [String]) -> [ImportFault] {
    mappings.filter { !usedMappings.contains($0) }.map { mapping in
      ImportFault(
        "--map '\(mapping.column)=\(mapping.property)': no column '\(mapping.column)';"
          + " the file has \(existingNames(nearestTo: mapping.column, in: names))"
      )
    }
  }

  // MARK: Names that do not fit

  /// Names of the visible properties that a file can set.
  private var settableNames: [String] {
    let scope = work.root.scoped(toTask: .create).scoped(to: entity)
    var names: [String] = []
    for attribute in entity.attributes where !attribute.definition.isGenerated {
      let name = entity.propertyName(showing: attribute)
      let permissions = Permissions(work: work, scope: scope.scoped(toProperty: name))
      if permissions.visibilityRefusal == nil, !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// Whether a name is not even nearly that of a property.
  func isUnknownColumn(_ name: String) -> Bool {
    !isKnown(name) && entity.propertyName(near: name) == nil
  }

  /// The fault of a file none of whose columns is a property.
  func strangeness(of names: [String], separatedBy separator: FieldSeparator?) -> String {
    let found = names.prefix(12).map { "'\($0.prefix(40))'" }.joined(separator: ", ")
    let rest = names.count > 12 ? " … (\(names.count) in all)" : ""
    let separated = separator.map { names.count > 1 ? " (separated by \($0.name))" : "" } ?? ""
    return "\(entity.name) has no property \(found)\(rest)\(separated);"
      + " it has \(existingNames(nearestTo: names.first ?? "", in: settableNames))"
  }

  /// Returns advice for a name that matches no property.
  static func advice(about name: String) -> String {
    "--map '\(name)=PROPERTY' assigns the column, --map '\(name)=' skips it"
  }

  // MARK: Rows

  /// The attributes that a row gives: rows with the same columns give the same.
  func positions(givenBy row: RowImport.Row) -> Set<Int> {
    guard !row.cells.elementsEqual(given.columns, by: { $0.column == $1 }) else {
      return given.positions
    }
    given.columns = row.cells.map(\.column)
    given.positions = Set(given.columns.flatMap { columns[$0].positions })
    return given.positions
  }
}

nonisolated extension String {
  /// The text without blanks at its ends.
  fileprivate var trimmingBlanks: String {
    let rest = drop { $0 == " " || $0 == "\t" }
    return String(rest.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}
