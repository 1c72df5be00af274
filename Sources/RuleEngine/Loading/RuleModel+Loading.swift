public import Diagnostics
import Qualifiers
public import RuleEnvironment

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
  public static func load(
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
  public static func load(
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
    return enumerated().sorted { left, right in
      let file = files[left.element.source?.name ?? "", default: 0]
      let other = files[right.element.source?.name ?? "", default: 0]
      if file != other { return file < other }
      // Each rule written in Swift is a text of its own.
      let (line, otherLine) = (left.element.firstLine, right.element.firstLine)
      if line != otherLine { return line < otherLine }
      let (start, next) = (left.element.span.start, right.element.span.start)
      return start != next ? start < next : left.offset < right.offset
    }.map(\.element)
  }
}

extension Diagnostic {
  /// Where the text of the source begins in its file.
  fileprivate var firstLine: Int { source?.firstLine ?? 1 }
}
