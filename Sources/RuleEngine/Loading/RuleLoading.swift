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

  /// Begins with nothing read; `read` gives the text of an included file, or adds the fault.
  public init(
    vocabulary: Vocabulary,
    names: KnownNames = KnownNames(),
    ruleOrder: RuleOrder = .d2t,
    read: @escaping @Sendable (String, inout [Diagnostic]) -> SourceText? = RuleFileReader().read
  ) {
    self.init(vocabulary: vocabulary, names: names, ruleOrder: ruleOrder, formats: [], read: read)
  }

  /// The same for rules of other languages too.
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
    self.ruleOrder = ruleOrder
  }

  /// The entities, pages, components and so on that exist, for the rules read from now on.
  public var names: KnownNames {
    get { loader.names }
    set { loader.names = newValue }
  }

  /// Gives the text of an included file, or adds the fault; for the rules read from now on.
  public var read: @Sendable (String, inout [Diagnostic]) -> SourceText? {
    get { loader.read }
    set { loader.read = newValue }
  }

  /// Reads the texts of a layer; of equal rules the one in the earlier text wins.
  public mutating func add(_ sources: [SourceText], layer: Layer) {
    loader.load(sources, layer: layer)
  }

  /// Adds rules written in Swift to a layer; of equal rules the one added earlier wins.
  public mutating func add(_ rules: [SwiftRule], layer: Layer) {
    loader.load(rules, layer: layer)
  }

  /// Compiles the good rules, and gives every fault of the others in the order of the files.
  public func finish() -> (model: RuleModel, diagnostics: [Diagnostic]) {
    let model = RuleModel(
      rules: loader.rules,
      denials: loader.denials,
      expectations: loader.expectations,
      vocabulary: loader.vocabulary,
      names: loader.names,
      ruleOrder: ruleOrder
    )
    return (model, loader.diagnostics.inFileOrder)
  }
}
