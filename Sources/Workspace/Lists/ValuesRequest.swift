import EntityModel
package import EntityStore
package import Insight
package import Qualifiers
package import RuleEnvironment
import StandardKeys

/// A request for the values of a property: how they are divided, and which other property is added up.
package struct ValuesRequest: Sendable, Hashable {
  /// A way to divide values into ranges.
  package enum Division: Sendable, Hashable {
    /// Ranges if there are many values, else each value.
    case automatic
    /// Into about 20 ranges with round bounds, or by first letters.
    case ranges
    /// Single values, and days of moments.
    case off
    case step(RangeStep)
  }

  /// The property as a person writes it.
  package let property: String
  package var division = Division.automatic
  /// The property that is added up, as a person writes it; `nil` for none.
  package var total: String?

  /// The values of a property.
  package init(of property: String) { self.property = property }

  /// The most values that are shown one by one if ranges can stand for them.
  ///
  /// Numbers and dates are as many as there would be ranges, texts a few screens: letters tell much less about them.
  static func singlesLimit(_ kind: ComparedKind) -> Int {
    // Hardly two rows share a moment.
    kind.isMoment ? 0 : kind.family == .text ? 200 : RangeStep.usualCount
  }

  /// Sets the division that a person writes: `auto`, `off`, `month`, `10`, `letter`.
  ///
  /// - Throws: ``UsageError`` for a text that is no step and for a step that does not divide the values.
  package mutating func setDivision(
    _ text: String,
    of kind: ComparedKind
  ) throws(UsageError) {
    division =
      switch text {
      case "auto": .ranges
      case "off": .off
      default:
        .step(
          try RangeStep(
            writtenByUser: text,
            option: "step",
            besides: "auto, off",
            for: kind,
            of: property
          )
        )
      }
  }
}

extension RangeStep {
  /// Reads the step that a person writes for values of a kind.
  ///
  /// - Throws: ``UsageError`` for a text that is no step and for a step that does not divide the values.
  package init(
    writtenByUser text: String,
    option: String,
    besides others: String = "auto",
    for kind: ComparedKind,
    of property: String
  ) throws(UsageError) {
    guard let step = RangeStep(text) else {
      let names = RangeStep.names.joined(separator: ", ")
      throw UsageError("\(option) takes \(others), a positive number or \(names), not '\(text)'")
    }
    guard step.divides(kind) else {
      throw UsageError(
        "\(option) \(text) divides \(step.divided), but '\(property)' is \(kind.title)"
      )
    }
    self = step
  }
}

extension ComparedKind {
  /// Whether the values are dates with a time.
  var isMoment: Bool { self == .date || self == .dateOrNever }

  /// Whether ranges can stand for many of its values.
  package var hasRanges: Bool {
    self != .time && [.number, .date, .dateOrNever, .text].contains(family)
  }
}

extension EnvironmentValues {
  /// The number of each object that a person wants to be added up.
  ///
  /// - Throws: as ``value(writtenByUser:isLabelled:)``, and ``UsageError`` for what is no number or made of passwords.
  package func total(
    writtenByUser text: String,
    in store: EntityStore
  ) throws -> Qualifiers.Expression {
    let total = try value(writtenByUser: text)
    try checkSecrets(in: [total])
    let entity = self[ModelKeys.shared.entity]
    let isReference =
      (try? path(namedByUser: text)).flatMap { entity?.property(at: $0).relationship } != nil
    let kind =
      isReference ? .object : try store.kind(of: total, ofEntityNamed: entity?.name ?? "")
    guard kind.family == .number else {
      throw UsageError("only numbers can be added up; '\(text)' is \(kind.title)")
    }
    return total
  }
}
