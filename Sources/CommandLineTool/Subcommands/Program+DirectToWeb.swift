import RuleFiles
import Pages
import Diagnostics
import DirectToWebRules
import RuleEngine
import Workspace

// The subcommands about rule files of Direct to Web.
extension Program {
  private var bridge: SourceText { Resource.source("Rules/DirectToWeb.rules") }

  /// Reports how each rule of Direct to Web files is used; exit code 2 when a file cannot be read.
  func rulesReport() async throws -> Outcome {
    let format = try format()
    guard !invocation.rules.isEmpty else {
      throw UsageError("'rules report' needs a .d2wmodel file")
    }
    let loaded = try await loadedRules()
    let report = DirectToWebReport(loaded.model, bridge: bridge)
    let errors = loaded.faults.filter { $0.severity == .error }
    return Outcome(
      output: format == "json" ? report.json.printed : report.text,
      messages: errors.map { $0.rendered + "\n" }.joined() + report.summary,
      code: errors.isEmpty ? 0 : 2
    )
  }

  /// A rule file in the other language; 2 when it has errors or holds what the other cannot say.
  func rulesConvert() async throws -> Outcome {
    guard let path = invocation.rules.first else {
      throw UsageError("'rules convert' needs a file")
    }
    var faults: [Diagnostic] = []
    let isList = path.lowercased().hasSuffix(".d2wmodel")
    let toList = invocation.target.map { $0.lowercased().hasSuffix(".d2wmodel") } ?? !isList
    guard let source = RuleFileReader.all.read(path, &faults) else { return refused(faults) }
    let text: String?
    if isList, toList {
      (text, faults) = DirectToWebConversion.rewritten(source)
    } else {
      var loading = RuleLoading(
        vocabulary: vocabulary,
        names: catalog.names(with: nil),
        ruleOrder: invocation.ruleOrder,
        formats: [DirectToWebFormat.builtIn],
        read: RuleFileReader.all.read
      )
      loading.add([source], layer: .application)
      let (model, found) = loading.finish()
      let conversion = DirectToWebConversion(model, bridge: bridge)
      faults = found.filter { $0.severity == .error || $0.id == "syntax" }
      if toList {
        let written = conversion.directToWeb
        (text, faults) = (written.text, faults + written.diagnostics)
      } else {
        text =
          "// Made of \(path) by `\(ProgramName.current) rules convert`.\n\n" + conversion.rulesText
      }
    }
    guard let text else { return refused(faults) }
    var outcome = refused(faults)
    if let target = invocation.target {
      try replace(target, by: text)
    } else {
      outcome.output = text
    }
    return outcome
  }

  private func refused(_ faults: [Diagnostic]) -> Outcome {
    Outcome(messages: faults.map { $0.rendered + "\n" }.joined(), code: faults.isEmpty ? 0 : 2)
  }
}
