public import Diagnostics
import Qualifiers
import RuleEnvironment

extension Explanation {
  /// The explanation for programs: key, value, origin, rule, candidates, read.
  package var json: JSON {
    var members: [(String, JSON)] = [
      ("key", .string(keyName)),
      ("value", JSON(value)),
      ("origin", .string(origin.rawValue)),
      ("rule", rule.map { .object($0.placeJSON) } ?? .null),
    ]
    if let declaration { members.append(("declared", .string(declaration.place))) }
    if let refusal { members.append(("refusal", .string(refusal))) }
    let lost = candidates.map { candidate in
      let why: [(String, JSON)] = [
        ("loss", .string(candidate.loss.rawValue)), ("reason", .string(candidate.reason)),
      ]
      return JSON.object(candidate.rule.placeJSON + why)
    }
    let read = reads.map { reading -> JSON in
      ["path": .string("\(reading.path)"), "value": reading.value.map { JSON($0) } ?? .null]
    }
    members += [("candidates", .array(lost)), ("read", .array(read))]
    return .object(members)
  }
}

extension Rule {
  /// The position and rank of the rule as JSON fields.
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
