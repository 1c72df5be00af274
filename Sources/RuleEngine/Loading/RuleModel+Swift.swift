import Diagnostics
public import RuleEnvironment

extension RuleModel {
  /// A model of rules written in Swift.
  ///
  ///     let model = RuleModel {
  ///       \.task == "edit" && \.entity.name == "Movie" => \.title <= "Edit Movie"
  ///     }
  ///
  /// A rule that cannot be, one that assigns a context key say, is a programmer's mistake and traps; to collect faults, and to
  /// lay Swift rules over files, use ``RuleLoading``.
  ///
  /// - Parameters:
  ///   - layer: Where the rules come from.
  ///   - vocabulary: The words of the language; those of the namespaces that the rules name when left out.
  ///   - rules: The rules.
  public convenience init(
    layer: Layer = .application,
    vocabulary: Vocabulary? = nil,
    @RuleBuilder _ rules: () -> [SwiftRule]
  ) {
    let rules = rules()
    let vocabulary = vocabulary ?? rules.vocabulary
    var loader = RuleLoader(vocabulary: vocabulary, names: KnownNames(), ruleOrder: .d2t) { _, _ in
      nil
    }
    loader.load(rules, layer: layer)
    let errors = loader.diagnostics.filter { $0.severity == .error }
    precondition(errors.isEmpty, errors.map(\.rendered).joined(separator: "\n"))
    self.init(rules: loader.rules, vocabulary: vocabulary)
  }
}

extension RuleLoading {
  /// Adds rules written in Swift to a layer; of equal rules the one added earlier wins.
  public mutating func add(layer: Layer, @RuleBuilder _ rules: () -> [SwiftRule]) {
    add(rules(), layer: layer)
  }
}

extension [SwiftRule] {
  /// The words of all namespaces that the rules name.
  fileprivate var vocabulary: Vocabulary {
    var names = KeyNames()
    for rule in self { _ = rule.syntax(&names) }
    return Vocabulary.collecting(names.namespaces).vocabulary
  }
}

extension [SwiftRule] {
  /// The keys that the rules name and `vocabulary` does not have, with their namespaces.
  package func keys(missingIn vocabulary: Vocabulary) -> [(name: String, namespace: String)] {
    var names = KeyNames()
    for rule in self { _ = rule.syntax(&names) }
    return names.keys.filter { vocabulary.entry(of: $0.key) == nil }.map { key, namespace in
      (names.name(of: key, in: namespace), "\(type(of: namespace))")
    }
  }
}
