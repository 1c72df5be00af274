package import EntityStore
package import FoundationEssentials
package import Qualifiers
package import RuleEnvironment

/// A value computed for each row, in the language of rules, `due + 7 days`, or by arithmetic, `price * 1.1`.
package struct BulkExpression {
  private enum Kind {
    case language(Qualifiers.Expression)
    case arithmetic(Arithmetic)
  }

  private let kind: Kind
  /// The paths that the expression reads, each as the user typed it, mapped to the path in the model.
  private let meant: [PropertyPath: PropertyPath]

  /// Reads a text about objects of a page's entity.
  ///
  /// - Throws: What is wrong with it, or that something of it may not be seen.
  package init(_ text: String, in scope: EnvironmentValues) throws(PromptRefusal) {
    let (expression, _) = Qualifiers.Expression.parse(text)
    let written: [PropertyPath]
    if let expression {
      guard Reads(expression).variables.isEmpty else {
        throw PromptRefusal("names with a $ have no value here")
      }
      (kind, written) = (.language(expression), Reads(expression).paths)
    } else {
      let arithmetic = try Arithmetic(text)
      (kind, written) = (.arithmetic(arithmetic), arithmetic.paths)
    }
    var meant: [PropertyPath: PropertyPath] = [:]
    for path in written {
      do { meant[path] = try scope.path(namedByUser: path.description) } catch {
        throw PromptRefusal(typedSentence(of: error))
      }
    }
    self.meant = meant
  }

  /// The property paths to fetch for each row.
  package var paths: [PropertyPath] { Array(meant.values) }

  /// Returns the value of the expression for `record`, which holds only the properties that the user may see.
  ///
  /// - Throws: ``PromptRefusal`` when the expression reads a property that is not in `record`, or has no value for it.
  package func value(of record: Record, now: Date) throws(PromptRefusal) -> Value {
    func read(_ path: PropertyPath) throws(PromptRefusal) -> Value {
      let path = meant[path] ?? path
      guard let value = record.value(forPath: path.components[...]) else {
        throw PromptRefusal("‘\(path)’ is hidden from you")
      }
      return value
    }
    switch kind {
    case .language(let expression):
      let named = expression.mappingPaths { meant[$0] ?? $0 }
      guard let value = named.evaluate(with: ValueContext(.object(record), now: now)) else {
        throw PromptRefusal("the expression has no value for it")
      }
      return value
    case .arithmetic(let arithmetic):
      let number = try arithmetic.value { path throws(PromptRefusal) in
        let value = try read(path)
        guard !value.isNull else { return nil }
        if case .string(let text) = value, let written = NumberInput(text) {
          return written.number
        }
        guard let plain = NumberText.plain(value), let number = Decimal(string: plain) else {
          let shown = value.description.prefix(40)
          throw PromptRefusal(
            "‘\(path)’ is “\(shown)”, not a number like 9.90; ‘replace’ can make it one"
          )
        }
        return number
      }
      guard let number else { return .null }
      guard !number.isNaN else { throw PromptRefusal("the result has too many digits") }
      return .decimal(number)
    }
  }
}
