import Diagnostics
import Qualifiers
import RuleEngine
import RuleEnvironment

/// Every key with what it means, as text, JSON and the page `docs/Keys.md`.
struct KeyListing: Listing {
  let vocabulary: Vocabulary
  /// The names that come with the program.
  let names: KnownNames

  var json: JSON {
    .array(
      vocabulary.declaredNames.compactMap { name in
        guard let key = vocabulary[name] else { return nil }
        return [
          "name": .string(name),
          "category": .string(vocabulary.entry(named: name)?.category ?? ""),
          "type": .string(key.typeName),
          "default": .string(key.defaultRuleValue.description),
          "allowed": .array(key.allowedValues.map { .string($0.description) }),
          "required": .bool(key.isRequired),
          "assignable": .bool(key.isAssignable),
          "summary": .string(key.summary),
        ]
      }
    )
  }

  var text: String {
    sections { category, names in
      "\(category)\n"
        + names.compactMap { name in
          vocabulary[name].map { key in
            let mark = key.isAssignable ? " " : "·"
            return "\(mark) \(name.filled(to: 30))\(key.summary)\n"
          }
        }.joined() + "\n"
    } + "· is read only: conditions can use it, rules cannot set it.\n"
  }

  var markdown: String {
    """
    # Keys

    <!-- Made by `\(ProgramName.current) keys --format markdown`; a test fails when it is stale. -->

    Every word a rule can use. A key is answered by a value set explicitly, else by the rules, else by its default.
    Context keys are set by the program: conditions read them, rules cannot assign them.


    """
      + sections { category, names in
        "## \(category)\n\n| key | type | default | meaning |\n|---|---|---|---|\n"
          + names.compactMap { name in vocabulary[name].map { row(name, $0) } }.joined() + "\n"
      } + namesThatExist
  }

  /// The Markdown tables of the names that keys may hold, such as components and formatters.
  private var namesThatExist: String {
    let rows = NameDomain.allCases.filter { $0.isListable && $0 != .command }.compactMap { domain in
      names[domain].map { all in
        "| \(domain.title) | \(all.map { "`\($0)`" }.joined(separator: " ")) |\n"
      }
    }
    let functions = names.functions.sorted { $0.key.rawValue < $1.key.rawValue }
      .flatMap { domain, functions in
        functions.map { "| \(domain.title) | `\($0.example)` | \($0.summary) |\n" }
      }
    return "## Names\n\n| of a | there are |\n|---|---|\n" + rows.joined()
      + "\n## Functions\n\n| makes a | for example | which is |\n|---|---|---|\n"
      + functions.joined()
  }

  private func row(_ name: String, _ key: any AnyKey) -> String {
    let fallback = key.isAssignable ? "`\(key.defaultRuleValue.literal)`" : "context"
    let allowed = key.allowedValues.map { "`\($0.description)`" }.joined(separator: ", ")
    let summary = allowed.isEmpty ? key.summary : "\(key.summary) One of \(allowed)."
    return "| `\(name)` | \(key.typeName) | \(fallback) | \(summary) |\n"
  }

  private func sections(_ section: (String, [String]) -> String) -> String {
    let groups = vocabulary.declaredNames.groups {
      vocabulary.entry(named: $0)?.category ?? ""
    }
    return groups.map { section($0.name, $0.members) }.joined()
  }
}
