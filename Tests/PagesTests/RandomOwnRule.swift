import Pages
import Qualifiers
import RuleEngine
import RuleEnvironment
import Workspace

/// A rule of the user's own as `:rule` takes it, drawn at random.
///
/// Sets a key that rules may set, each in turn, and looks at anything in a ``RightsWorld``. Some are refused.
@MainActor
struct RandomOwnRule {
  /// The keys that rules of a user may set: as many worlds after another have each of them.
  static let keys = builtInVocabulary.entries.filter {
    $0.isAssignable && !$0.key.isOfSite && $0.key.narrowing != .never
  }

  let text: String

  private static let numbers = ["credit", "amount", "person.credit"]
  private static let texts = [
    "note", "email", "name", "store.safe", "store.city", "memo", "person.note", "secret.word",
    "person.store.safe", "word", "label", "safe", "city",
  ]
  private static let paths = numbers + texts + ["isVip"]

  /// A rule for the world with a number.
  init(world number: UInt64, _ random: inout some RandomNumberGenerator) {
    let entry = Self.keys[Int(number % UInt64(Self.keys.count))]
    let value = Self.value(of: entry, &random)
    let priority = Bool.random(using: &random) ? "2000: " : ""
    text = "rule \(priority)\(Self.condition(&random)) => \(entry.name) = \(value)"
  }

  private static func path(_ random: inout some RandomNumberGenerator) -> String {
    paths.randomElement(using: &random) ?? "name"
  }

  private static func number(_ random: inout some RandomNumberGenerator) -> String {
    numbers.randomElement(using: &random) ?? "credit"
  }

  private static func text(_ random: inout some RandomNumberGenerator) -> String {
    texts.randomElement(using: &random) ?? "name"
  }

  private static func condition(_ random: inout some RandomNumberGenerator) -> String {
    let (path, number, text) = (path(&random), number(&random), text(&random))
    let choices = [
      "*true*", "*true*", "object.\(text) > 'R'", "object.\(number) > 50000",
      "object.\(path) is null", "not (object.\(text) like 'K*')", "propertyKey = '\(path)'",
      "propertyValue > 50000", "propertyValue is null", "entity.name = 'Person'",
      "entity.name = 'Invoice' and task = 'edit'",
    ]
    return choices.randomElement(using: &random) ?? "*true*"
  }

  // MARK: Values

  /// A value that may fit a key.
  private static func value(
    of entry: Vocabulary.Entry,
    _ random: inout some RandomNumberGenerator
  ) -> String {
    let type = entry.typeName
    let (one, two) = (path(&random), path(&random))
    let (number, text) = (number(&random), text(&random))
    var choices = own[entry.name] ?? []
    switch type {
    case _ where !choices.isEmpty: break
    case _ where type.hasPrefix("true"):
      choices = ["true", "false", "object.\(number) > 50000", "object.\(one) is null", "not false"]
    case _ where type.hasPrefix("qualifier"):
      choices = [
        "where (\(number) > 50000)", "where (\(text) like 'K*')", "where (not (\(one) is null))",
      ]
    case _ where type.hasPrefix("list of list"):
      choices = ["[['Own', '\(one)', '\(two)']]", "[['\(one)'], ['Own', '\(two)']]"]
    case _ where type.hasPrefix("list"):
      let (name, other) = (word(entry.key, &random), word(entry.key, &random))
      choices = ["['\(name)', '\(other)']", "['\(name)']", "[object.\(one)]", "[]"]
    case _ where type.contains("number"): choices = ["1", "3", "40", "object.\(one)"]
    case _ where type.contains("text"):
      let name = word(entry.key, &random)
      choices = [
        "'\(name)'", "'\(name)'", "object.\(one)", "`{object.\(one)} {object.\(two)}`",
        "if object.\(number) > 50000 then '\(name)' else '\(word(entry.key, &random))'",
      ]
    default: choices = ["object.\(one)", "null", "'\(one)'"]
    }
    return choices.randomElement(using: &random) ?? "null"
  }

  /// Keys of which the type says too little.
  private static let own = [
    "initialPropertyValues": [
      "{credit: 31337, note: 'own', memo: 'own', amount: 7, safe: 'own', email: 'own@x'}",
      "{note: object.note, word: 'own', label: 'own'}",
    ],
    "keyBindings": ["{help: 'x'}", "{edit: 'z', new: 'e'}"],
    "labelKey": ["'note credit'", "'safe | city'", "'memo amount'", "object.note"],
    "locale": ["'de_DE'", "'en_US'"], "style": ["'bold'", "'dim italic'"],
    "timeZone": ["'UTC'", "'+02:00'"], "validation": ["object.credit > 50000", "`{object.note}`"],
  ]

  /// Returns a random text that the key may take: an allowed value, a registered name or a property path.
  private static func word(
    _ key: any AnyKey,
    _ random: inout some RandomNumberGenerator
  ) -> String {
    let allowed = key.allowedValues.compactMap { value in
      if case .string(let text) = value { text } else { nil }
    }
    if let text = allowed.randomElement(using: &random) { return text }
    let path = path(&random)
    switch key.names {
    case .sortOrdering: return Bool.random(using: &random) ? path : "-" + path
    case .property, .section, .farAttribute, nil: return path
    case .entity, .menuSection:
      return ["Person", "Store", "Secret", "Invoice", "Tag"].randomElement(using: &random) ?? ""
    case let domain?: return names[domain]?.randomElement(using: &random) ?? path
    }
  }

  private static let names = Catalog.builtIn.names(with: nil)
}
