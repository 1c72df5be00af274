import DirectToTerminal
import RuleEnvironment

/// A rule of the user's own as `:rule` takes it, drawn at random.
///
/// It sets any key that rules may set, and looks at anything in a ``RightsWorld``. Some are refused.
struct RandomOwnRule {
  let text: String

  private static let paths = [
    "credit", "note", "email", "name", "isVip", "store.safe", "store.city", "memo", "amount",
    "person.note", "person.credit", "secret.word", "person.store.safe", "word", "label", "safe",
    "city",
  ]

  init(_ random: inout some RandomNumberGenerator) {
    let keys = builtInVocabulary.entries.filter(\.isAssignable)
    let entry = keys.randomElement(using: &random)
    let value = entry.map { Self.value($0.name, $0.key.typeName, &random) } ?? "null"
    let priority = Bool.random(using: &random) ? "2000: " : ""
    text = "rule \(priority)\(Self.condition(&random)) => \(entry?.name ?? "title") = \(value)"
  }

  private static func path(_ random: inout some RandomNumberGenerator) -> String {
    paths.randomElement(using: &random) ?? "name"
  }

  private static func condition(_ random: inout some RandomNumberGenerator) -> String {
    let path = path(&random)
    let choices = [
      "*true*", "*true*", "object.\(path) > 'R'", "object.\(path) > 50000",
      "object.\(path) is null", "not (object.\(path) like 'K*')", "propertyKey = '\(path)'",
      "propertyValue > 50000", "propertyValue is null", "entity.name = 'Person'",
      "entity.name = 'Invoice' and task = 'edit'",
    ]
    return choices.randomElement(using: &random) ?? "*true*"
  }

  /// A value that may fit a key of a type.
  private static func value(
    _ name: String,
    _ type: String,
    _ random: inout some RandomNumberGenerator
  ) -> String {
    let (one, two) = (path(&random), path(&random))
    var choices: [String]
    switch type {
    case _ where type.contains("true"):
      choices = ["true", "false", "object.\(one) > 50000", "object.\(one) is null", "not false"]
    case _ where type.contains("condition"):
      choices = [
        "where (\(one) > 50000)", "where (\(one) like 'K*')", "where (not (\(one) is null))",
      ]
    case _ where type.contains("list of list"):
      choices = ["[['Own', '\(one)', '\(two)']]"]
    case _ where type.hasPrefix("list"):
      choices = ["['\(one)', '\(two)']", "['-\(one)']", "[object.\(one)]", "[]"]
    case _ where type.contains("number"): choices = ["1", "3", "40", "object.\(one)"]
    case _ where type.contains("text"):
      choices = [
        "'\(one)'", "object.\(one)", "`{object.\(one)} {object.\(two)}`",
        "if object.\(one) > 50000 then 'rich' else 'poor'", "null", "'\(one) \(two)'",
      ]
    default:
      choices = [
        "{credit: 31337, note: 'own', memo: 'own', amount: 7, safe: 'own', email: 'own@x'}",
        "object.\(one)", "null", "'\(one)'",
      ]
    }
    if name.hasSuffix("PropertyKey") { choices = ["'\(one)'"] }
    return choices.randomElement(using: &random) ?? "null"
  }
}
