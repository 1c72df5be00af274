public import Diagnostics
public import RuleEnvironment

/// Loads rules in steps: what needs no names of a database can be read while the database is being opened.
///
/// A copy goes on from where the original stands, so that what never changes is read once.
///
///     var loading = RuleLoading(vocabulary: vocabulary, names: names)
///     loading.add([defaults], layer: .builtIn)
///     loading.names = allNames
///     loading.add(files, layer: .application)
///     let (model, faults) = loading.finish()
public struct RuleLoading: Sendable {
  private var loader: RuleLoader
  private let ruleOrder: RuleOrder
  /// The state of the loader before ``steps``.
  private var base: RuleLoader
  /// The steps since ``base``, run a second time when files declare keys, because rules may use a key before its declaration.
  private var steps: [Step] = []

  private struct Step: Sendable {
    /// The layer that was added; `nil` where something else was said.
    var layer: Layer?
    let run: @Sendable (inout RuleLoader) -> Void
  }

  /// Begins with nothing read: rules are of these keys and judged by these names.
  public init(vocabulary: Vocabulary, names: KnownNames) {
    self.init(vocabulary: vocabulary, names: names, formats: [])
  }

  /// Begins with nothing read; `read` gives the text of an included file, or adds the fault.
  package init(
    vocabulary: Vocabulary,
    names: KnownNames = KnownNames(),
    ruleOrder: RuleOrder = .d2t,
    read: @escaping @Sendable (String, inout [Diagnostic]) -> SourceText? = RuleFileReader().read
  ) {
    self.init(vocabulary: vocabulary, names: names, ruleOrder: ruleOrder, formats: [], read: read)
  }

  /// Creates an empty loading that also reads rules of other languages.
  package init(
    vocabulary: Vocabulary,
    names: KnownNames = KnownNames(),
    ruleOrder: RuleOrder = .d2t,
    formats: [any RuleFormat],
    read: @escaping @Sendable (String, inout [Diagnostic]) -> SourceText? = RuleFileReader().read
  ) {
    loader = RuleLoader(
      vocabulary: vocabulary,
      names: names,
      ruleOrder: ruleOrder,
      formats: formats,
      read: read
    )
    base = loader
    self.ruleOrder = ruleOrder
  }

  /// The entities, pages, components and so on that exist, for the rules read from now on.
  package var names: KnownNames {
    get { loader.names }
    set { perform { $0.names = newValue } }
  }

  /// Gives the text of an included file, or adds the fault; for the rules read from now on.
  public var read: @Sendable (String, inout [Diagnostic]) -> SourceText? {
    get { loader.read }
    set { perform { $0.read = newValue } }
  }

  /// Reads the texts of a layer; of equal rules the one in the earlier text wins.
  public mutating func add(_ sources: [SourceText], layer: Layer) {
    perform(layer) { $0.load(sources, layer: layer) }
  }

  /// Adds rules written in Swift to a layer; of equal rules the one added earlier wins.
  package mutating func add(_ rules: [SwiftRule], layer: Layer) {
    perform(layer) { $0.load(rules, layer: layer) }
  }

  /// Keys that were declared before by the same files: what is declared as it was stays the same key.
  package mutating func reuse(_ former: [KeyDeclaration]) { perform { $0.former = former } }

  private mutating func perform(
    _ layer: Layer? = nil,
    _ run: @escaping @Sendable (inout RuleLoader) -> Void
  ) {
    run(&loader)
    // What comes with the program declares no keys, and uses none of other files.
    if layer == .builtIn, loader.declarations.isEmpty, steps.allSatisfy({ $0.layer == nil }) {
      (base, steps) = (loader, [])
    } else {
      steps.append(Step(layer: layer, run: run))
    }
  }

  /// All that was read, by rules that know every key that is declared.
  private func complete() -> RuleLoader {
    guard !loader.declarations.isEmpty || !loader.faultyKeys.isEmpty else { return loader }
    var again = base
    again.expect(loader.declarations, faulty: loader.faultyKeys)
    // Layers that may only narrow come last: no other layer is to know the keys that they declare.
    for mayOnlyNarrow in [false, true] {
      for step in steps where step.layer.map({ $0.mayOnlyNarrow == mayOnlyNarrow }) ?? true {
        step.run(&again)
      }
    }
    return again
  }

  /// Compiles the good rules, and gives every fault of the others in the order of the files.
  public func finish() -> (model: RuleModel, diagnostics: [Diagnostic]) {
    let loader = complete()
    let model = RuleModel(
      rules: loader.rules,
      denials: loader.denials,
      expectations: loader.expectations,
      declarations: loader.declarations,
      vocabulary: loader.vocabulary,
      names: loader.names,
      ruleOrder: ruleOrder
    )
    return (model, loader.diagnostics.inFileOrder)
  }
}
