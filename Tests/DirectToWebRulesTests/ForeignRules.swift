import Diagnostics
import DirectToWebRules
import RuleEngine
import RuleEnvironment

/// Rules that may be of Direct to Web.
enum ForeignRules {
  static let reader = RuleFileReader(formats: [DirectToWebFormat()])

  static func load(
    layers: [(Layer, [SourceText])],
    vocabulary: Vocabulary,
    names: KnownNames = KnownNames(),
    ruleOrder: RuleOrder = .d2t
  ) -> (model: RuleModel, diagnostics: [Diagnostic]) {
    var loading = RuleLoading(
      vocabulary: vocabulary,
      names: names,
      ruleOrder: ruleOrder,
      formats: [DirectToWebFormat()]
    )
    for (layer, sources) in layers { loading.add(sources, layer: layer) }
    return loading.finish()
  }

  static func load(
    _ text: String,
    name: String = "rules",
    vocabulary: Vocabulary,
    names: KnownNames = KnownNames()
  ) -> (model: RuleModel, diagnostics: [Diagnostic]) {
    let source = SourceText(name: name, text: text)
    return load(layers: [(.application, [source])], vocabulary: vocabulary, names: names)
  }
}
