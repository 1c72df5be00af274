package import AccessControl
package import Editing
import EntityModel
package import EntityStore
import Formatting
package import Qualifiers
package import RuleEnvironment
import StandardKeys
package import Workspace

/// A change of one property in many rows: set, clear, replace text, or compute by an expression.
package struct BulkChange {
  /// The kind of bulk change that the user chooses: set a value, clear it, replace text, or compute by an expression.
  package enum Manner: String, CaseIterable {
    case set, clear, replace, compute
  }

  /// The user's input on the bulk edit page: the property, the kind of change, and its text, replacement or object.
  ///
  /// `BulkChange` is made from it.
  package struct Input: Hashable {
    var key: String
    var manner = Manner.set
    /// The value as it is typed, the text that is replaced, be it all that fits `/re/`, or the expression.
    var text = ""
    /// The replacement for the text.
    ///
    /// With a pattern, `$1` stands for its first group.
    var replacement = ""
    /// The object referred to.
    var destination: RecordID?
  }

  let key: String
  /// The properties to read of each row in addition to those that its page shows.
  package private(set) var paths: [PropertyPath] = []
  /// The attributes that are written.
  private(set) var writtenPaths: [PropertyPath] = []
  private let work: WorkContext
  private let scopes: ObjectScopes
  private let write: (ManagedObject) throws(PromptRefusal) -> Void

  /// Creates the change that `input` describes, for objects of the page's entity.
  ///
  /// Parameter `destination`: The object to refer to, if the property is a reference.
  /// - Throws: The reason why the input is incomplete or invalid.
  package init(
    _ input: Input,
    to destination: Record? = nil,
    in page: EnvironmentValues,
    _ work: WorkContext
  ) throws(PromptRefusal) {
    (key, self.work) = (input.key, work)
    scopes = ObjectScopes(below: work.root)
    let (attribute, relationship) =
      page[ModelKeys.shared.entity]?.property(at: PropertyPath(input.key)) ?? (nil, nil)
    let written = relationship?.definition.joins.map(\.source) ?? [input.key]
    writtenPaths = written.map { PropertyPath(components: [$0]) }
    if let relationship {
      write = try Self.referring(by: relationship, to: destination, input.manner, in: work)
    } else if let attribute {
      let typed = AttributeInputParser(
        attribute: attribute,
        scope: page.scoped(toProperty: input.key)
      )
      var expression: BulkExpression?
      if input.manner == .compute { expression = try BulkExpression(input.text, in: page) }
      paths = expression?.paths ?? []
      let value = try Self.value(input, typed, by: expression, in: work)
      write = { object throws(PromptRefusal) in
        let stored = object.base.value(forKey: attribute.name) ?? .null
        object.set(try value(object.base, stored), forAttribute: attribute.name)
      }
    } else {
      throw PromptRefusal("choose a property")
    }
  }

  /// Points a relationship to an object, or to nobody.
  private static func referring(
    by relationship: Relationship,
    to destination: Record?,
    _ manner: Manner,
    in work: WorkContext
  ) throws(PromptRefusal) -> (ManagedObject) throws(PromptRefusal) -> Void {
    switch manner {
    case .clear: return { object in object.setToOne(relationship, to: nil) }
    case .set:
      guard let destination else { throw PromptRefusal("choose an object") }
      if let obstacle = work.obstacle(relationship, to: destination) {
        throw PromptRefusal(obstacle)
      }
      return { object in object.setToOne(relationship, to: destination) }
    case .replace, .compute: throw PromptRefusal("a reference can only be set or cleared")
    }
  }

  /// The value that a row gets in place of the one that is stored.
  private static func value(
    _ input: Input,
    _ typed: AttributeInputParser,
    by expression: BulkExpression?,
    in work: WorkContext
  ) throws(PromptRefusal) -> (Record, Value) throws(PromptRefusal) -> Value {
    let (text, replacement) = (input.text, input.replacement)
    switch input.manner {
    case .clear: return { _, _ in .null }
    case .set:
      guard !text.isEmpty else { throw PromptRefusal("type a value; ‘clear’ removes it") }
      // What cannot be a value anywhere is told before a row is read.
      _ = try typed.value(of: text, inPlaceOf: .null)
      return { _, stored throws(PromptRefusal) in try typed.value(of: text, inPlaceOf: stored) }
    case .replace:
      guard typed.attribute.holdsText else {
        throw PromptRefusal("‘replace’ works in text columns only")
      }
      guard !text.isEmpty else {
        throw PromptRefusal("type the text to replace, or a pattern: /(\\d+) min/")
      }
      let pattern: PatternReplacement?
      do throws(PatternReplacement.PatternError) {
        pattern = try QueryText.pattern(in: text).map {
          (text) throws(PatternReplacement.PatternError) in
          try PatternReplacement(text, by: replacement)
        }
      } catch { throw PromptRefusal(error.message) }
      return { _, stored in
        guard case .string(let old) = stored else { return stored }
        return .string(pattern?.replaced(in: old) ?? old.replacing(text, with: replacement))
      }
    case .compute:
      guard let expression else { throw PromptRefusal("type an expression like price * 1.1") }
      let guarded = work.rights.accessGuard
      return { record, stored throws(PromptRefusal) in
        let now = WallClock.now(for: typed.attribute)
        let value = try expression.value(of: guarded.seen(record), now: now)
        return try typed.value(computed: value, inPlaceOf: stored)
      }
    }
  }

  /// Changes an object.
  ///
  /// - Throws: Why it cannot be changed so; the sentence names it.
  package func apply(to object: ManagedObject) throws(PromptRefusal) {
    do {
      try work.checkVisibility(of: key, of: object, below: scopes)
      try write(object)
    } catch {
      let label = UnsavedChanges(work: work).label(of: object.base)
      throw PromptRefusal(
        "\(label): \((error as? PromptRefusal)?.sentence ?? typedSentence(of: error))"
      )
    }
  }
}

extension BulkChange.Input {
  /// Creates the input for a change of the property `key`.
  package init(
    _ key: String,
    _ manner: BulkChange.Manner,
    text: String,
    replacement: String = ""
  ) {
    self.init(key: key, manner: manner, text: text, replacement: replacement)
  }
}

/// A converter of typed or computed values to an attribute's type, with the rules that the attribute's field applies.
///
/// Used by bulk changes and by pasting cells.
struct AttributeInputParser {
  let attribute: Attribute
  let scope: EnvironmentValues

  /// The value that a text stands for where something is stored already.
  func value(of text: String, inPlaceOf stored: Value) throws(PromptRefusal) -> Value {
    let text = text.withLineBreaks(of: stored)
    let choices = scope[EditingKeys.shared.choices]
    let plain =
      choices.values(called: text, for: attribute).first?.description
      ?? (attribute.definition.customType == nil
        ? scope.plainText(ofTyped: text, for: attribute) : text)
    return try read(plain, shown: text, inPlaceOf: stored)
  }

  /// The value that something computed is: a number is rounded to the places of the column.
  func value(computed: Value, inPlaceOf stored: Value) throws(PromptRefusal) -> Value {
    switch computed {
    case .null: return .null
    case .list, .dictionary, .object: throw PromptRefusal("the expression gives no single value")
    case .date where attribute.type.kind.isTime || attribute.type.kind == .any,
      .data where attribute.type.kind == .blob || attribute.type.kind == .any,
      .bool where attribute.type.kind == .bool || attribute.type.kind == .any:
      return computed
    case .data: throw PromptRefusal("the expression gives bytes")
    case .date, .bool, .string:
      return try read(computed.description, shown: computed.description, inPlaceOf: stored)
    case .int, .double, .decimal:
      let rounded = attribute.definition.scale.flatMap { NumberText.rounded(computed, places: $0) }
      if attribute.holdsText, case .string(let old) = stored,
        let text = NumberInput(old)?.text(of: computed)
      {
        return .string(text)
      }
      let text = rounded ?? NumberText.plain(computed) ?? computed.description
      return try read(text, shown: text, inPlaceOf: stored)
    }
  }

  private func read(_ plain: String, shown: String, inPlaceOf stored: Value) throws(PromptRefusal)
    -> Value
  {
    do throws(InputProblem) {
      return try attribute.value(
        ofInput: plain,
        inPlaceOf: stored,
        now: WallClock.now(for: attribute)
      )
    } catch { throw PromptRefusal("‘\(shown.prefix(40))’ is not \(scope.expected(by: error))") }
  }
}

extension String {
  /// The text with its lines ended as those of a stored text are, as in a field that holds that one.
  fileprivate func withLineBreaks(of stored: Value) -> String {
    guard case .string(let old) = stored, let first = old.first(where: \.isNewline),
      contains(where: \.isNewline), first == "\r\n" || first == "\n"
    else { return self }
    return String(map { $0 == "\r\n" || $0 == "\n" ? first : $0 })
  }
}

extension Attribute {
  /// Whether its values are texts as people write them.
  fileprivate var holdsText: Bool {
    definition.customType == nil && (type.traits.isFreeText || type.kind == .any)
  }
}

extension WorkContext {
  /// In a stored object the user enters only what he sees: that nothing changes would tell what is there.
  package func checkVisibility(
    of name: String,
    of object: ManagedObject,
    below scopes: ObjectScopes? = nil
  ) throws(StoreError) {
    guard object.state == .stored else { return }
    let scopes = scopes ?? ObjectScopes(below: root)
    let scope = scopes.scope(of: object.judged, inTask: .edit)
    let properties = object.entity.propertyNames(writing: name).map {
      scopes.scope(ofProperty: $0, of: object.judged, scope, inTask: .edit)
    }
    let reasons = properties.map { Permissions(work: self, scope: $0).visibilityRefusal }
    guard let property = properties.first, let reason = reasons[0], !reasons.contains(nil) else {
      return
    }
    let title = property[ModelKeys.shared.displayNameForProperty]
    throw StoreError.refused("\(title) cannot be changed: \(reason)")
  }
}
