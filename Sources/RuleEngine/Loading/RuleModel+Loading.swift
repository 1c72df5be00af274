package import Diagnostics
package import RuleEnvironment

extension RuleModel {
  /// Compiles the good rules of all layers, and gives every fault of the others; it never fails as a whole.
  ///
  /// - Parameters:
  ///   - layers: The texts of each layer; of equal rules the one in the earlier text wins.
  ///   - vocabulary: All keys.
  ///   - names: The entities, pages, components and so on that exist.
  ///   - ruleOrder: How rules of a layer are ranked.
  ///   - read: Gives the text of an included file, or adds the fault.
  /// - Returns: The model, and the faults in the order of the files.
  package static func load(
    layers: [(Layer, [SourceText])],
    vocabulary: Vocabulary,
    names: KnownNames = KnownNames(),
    ruleOrder: RuleOrder = .d2t,
    read: @escaping @Sendable (String, inout [Diagnostic]) -> SourceText? = RuleFileReader().read
  ) -> (model: RuleModel, diagnostics: [Diagnostic]) {
    var loading = RuleLoading(
      vocabulary: vocabulary,
      names: names,
      ruleOrder: ruleOrder,
      read: read
    )
    for (layer, sources) in layers { loading.add(sources, layer: layer) }
    return loading.finish()
  }

  /// Compiles one text, for tests and for single rules.
  package static func load(
    _ text: String,
    name: String = "rules",
    layer: Layer = .application,
    vocabulary: Vocabulary,
    names: KnownNames = KnownNames()
  ) -> (model: RuleModel, diagnostics: [Diagnostic]) {
    let source = SourceText(name: name, text: text)
    return load(layers: [(layer, [source])], vocabulary: vocabulary, names: names)
  }
}

extension [Diagnostic] {
  /// By file as they first appear, within a file by place.
  var inFileOrder: [Diagnostic] {
    guard count > 1 else { return self }
    var files: [String: Int] = [:]
    for diagnostic in self {
      let name = diagnostic.source?.name ?? ""
      if files[name] == nil { files[name] = files.count }
    }
    let places = enumerated().map { place, diagnostic in
      let file = files[diagnostic.source?.name ?? "", default: 0]
      return (file, diagnostic.source?.firstLine ?? 1, diagnostic.span.start, place)
    }
    return indices.sorted { places[$0] < places[$1] }.map { self[$0] }
  }
}
