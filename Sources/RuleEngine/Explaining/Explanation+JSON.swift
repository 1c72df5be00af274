public import Diagnostics
import Qualifiers
import RuleEnvironment

extension Explanation {
  /// The explanation for programs: key, value, origin, rule, candidates, read.
  public var json: JSON {
    var members: [(String, JSON)] = [
      ("key", .string(keyName)),
      ("value", value.asJSON),
      ("origin", .string(origin.rawValue)),
      ("rule", rule.map { .object($0.placeJSON) } ?? .null),
    ]
    if let declaration { members.append(("declared", .string(declaration.place))) }
    if let refusal { members.append(("refusal", .string(refusal))) }
    members += [
      (
        "candidates",
        .array(
          candidates.map { candidate in
            .object(
              candidate.rule.placeJSON + [
                ("loss", .string(candidate.loss.rawValue)), ("reason", .string(candidate.reason)),
              ]
            )
          }
        )
      ),
      (
        "read",
        .array(
          reads.map { reading in
            .object([
              ("path", .string(reading.path.description)),
              ("value", reading.value?.asJSON ?? .null),
            ])
          }
        )
      ),
    ]
    return .object(members)
  }
}

extension Rule {
  /// Where the rule stands and how it ranks.
  var placeJSON: [(String, JSON)] {
    [
      ("file", .string(file)), ("line", JSON(line)), ("layer", .string(layer.name)),
      ("priority", JSON(priority)), ("specificity", JSON(specificity)),
    ]
  }

  /// The rule for `d2t rules list`.
  public var json: JSON {
    .object(
      placeJSON + [
        ("condition", .string("\(condition)")), ("key", .string(keyName)),
        ("value", .string("\(value)")), ("enabled", .bool(isEnabled)),
        ("documentation", JSON(documentation)),
      ]
    )
  }
}

extension Value {
  /// The value as JSON; objects by their text.
  var asJSON: JSON {
    switch self {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .int(let number): .int(number)
    case .double(let number): .double(number)
    case .decimal(let number): .number("\(number)")
    case .list(let elements): .array(elements.map(\.asJSON))
    case .dictionary(let entries):
      .object(entries.sorted { $0.key < $1.key }.map { ($0.key, $0.value.asJSON) })
    case .string(let text): .string(text)
    case .date, .data, .object: .string("\(self)")
    }
  }
}
