import Diagnostics
import Pages
import EntityModel
import RuleEnvironment
import Workspace

/// A property and its new value from a command line argument: `name=Ada`, or an expression such as `name=price * 1.1`.
///
/// The text is `nil` for null.
struct Assignment: Hashable {
  let name: String
  let text: String?
  /// How the value is made of what is stored; `nil` where it is the text.
  private(set) var manner: BulkChange.Manner?
  /// The replacement text for `--replace`.
  private var replacement = ""

  init(name: String, text: String?) { (self.name, self.text) = (name, text) }

  /// Reads `name=price * 1.1`.
  init(computing argument: String) throws(UsageError) {
    try self.init(argument)
    manner = .compute
  }

  /// Reads `name/old/new`; another sign may stand for the strokes, as where the old text is a pattern: `name,/(a+)b/,$1`.
  init(replacing argument: String) throws(UsageError) {
    let name = argument.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let rest = argument.dropFirst(name.count)
    let parts = rest.dropFirst().split(
      separator: rest.first ?? "/",
      omittingEmptySubsequences: false
    )
    guard !name.isEmpty, parts.count == 2 || parts.count == 3 && parts[2].isEmpty, !parts[0].isEmpty
    else {
      throw UsageError("--replace takes PROPERTY/OLD/NEW, not '\(argument)'")
    }
    self.init(name: String(name), text: String(parts[0]))
    (manner, replacement) = (.replace, String(parts[1]))
  }

  /// Returns the bulk change of stored values for a computation or replacement; `nil` when the assignment enters plain text.
  func change(in scope: EnvironmentValues, of work: WorkContext, _ entity: Entity) throws
    -> BulkChange?
  {
    guard let manner, let text else { return nil }
    let key = try propertyName(in: entity)
    let input = BulkChange.Input(key, manner, text: text, replacement: replacement)
    do throws(PromptRefusal) { return try BulkChange(input, in: scope, work) } catch {
      let span = error.place.map { SourceSpan($0, $0) }
      throw UsageError("'\(written)': \(error.sentence)", at: span).showingPlace(in: text)
    }
  }

  /// Reads `name=text`.
  init(_ argument: String) throws(UsageError) {
    guard let sign = argument.firstIndex(of: "="), sign != argument.startIndex else {
      throw UsageError("write PROPERTY=VALUE or --null PROPERTY, not '\(argument)'")
    }
    self.init(
      name: String(argument[..<sign]),
      text: String(argument[argument.index(after: sign)...])
    )
  }

  /// The property that is meant.
  func propertyName(in entity: Entity) throws(UsageError) -> String {
    if let name = entity.propertyName(matching: name) { return name }
    let near = entity.propertyName(near: name).map { "; did you mean '\($0)'?" } ?? ""
    throw UsageError("\(entity.name) has no property '\(name)'\(near)")
  }

  /// The assignment in command-line form, for messages: `name=Ada`, `--null name`.
  private var written: String {
    let text = self.text.map { manner == .replace ? "\($0)/\(replacement)" : $0 }
    let option = manner.map { "--\($0.rawValue) " } ?? ""
    return option
      + (text.map { "\(name)=\($0.prefix(40))\($0.count > 40 ? "…" : "")" } ?? "--null \(name)")
  }

  /// Looks whether all of it can be entered, before anything is: each column once, and none that is computed.
  static func check(_ assignments: [Assignment], of entity: Entity) throws(UsageError) {
    var known: [String: Assignment] = [:]
    for assignment in assignments {
      let name = try assignment.propertyName(in: entity)
      if let attribute = entity.attribute(named: name), attribute.definition.isGenerated {
        throw UsageError("'\(name)' of \(entity.name) is computed and cannot be set")
      }
      // A reference by one column is that column; several may share some.
      let joins = entity.relationship(named: name)?.definition.joins ?? []
      let column = joins.count == 1 ? joins[0].source : name
      if let first = known.updateValue(assignment, forKey: column) {
        throw UsageError(
          "'\(name)' is set twice: '\(first.written)' and '\(assignment.written)'; leave one out"
        )
      }
    }
  }
}
