import Pages
import Diagnostics
import EntityModel
import EntityStore
import FoundationEssentials
import Workspace

// The subcommands about models.
extension Program {
  /// The entities of a database, or of model files alone.
  func modelShow() async throws -> Outcome {
    let format = try format()
    let (model, messages) = try await shownModel()
    var entities = model.entities
    if let name = invocation.entity { entities = [try model.entity(namedByUser: name)] }
    if format == "json" {
      let json = JSON.object([("entities", .array(entities.map(\.json)))])
      return Outcome(output: json.printed, messages: messages)
    }
    return Outcome(output: entities.map(\.text).joined(separator: "\n"), messages: messages)
  }

  /// The model to show, and what is wrong: of the database, with the files laid over it; of the files alone without a
  /// database.
  private func shownModel() async throws -> (model: Model, messages: String) {
    let ownFiles = application.modelFiles
    if invocation.database == nil, invocation.models.contains(where: { !ownFiles.contains($0) }) {
      let models = try declaredModels()
      let (model, faults) = models.model(name: models.declarations[0].name)
      return (model, (models.faults + faults).map { $0.modelSentence + "\n" }.joined())
    }
    let opening = try await OpenedDatabase(invocation, of: application, tell: onOpening)
    await opening.store.close()
    let faults = opening.modelFaults.map { $0.modelSentence + "\n" }.joined()
    let trust = opening.store.trustSentence.map { "\(ProgramName.current): \($0)\n" } ?? ""
    return (opening.store.model, opening.store.damageMessage + trust + faults)
  }

  /// The models of the application with those that were named.
  private func declaredModels() throws(UsageError) -> DeclaredModels {
    let own = application.modelFiles.filter { !invocation.models.contains($0) }
    return try DeclaredModels(
      own + invocation.models,
      texts: application.modelTexts,
      catalog.customTypes
    )
  }

  /// Reports the differences between model files and a database.
  func modelCheck() async throws -> Outcome {
    let format = try format()
    let models = try declaredModels()
    guard !models.declarations.isEmpty else {
      throw UsageError("'model check' takes a model and a database")
    }
    let store = try await OpenedDatabase.open(invocation, of: application, shape: nil)
    await store.close()
    let check = ModelCheck(declarations: models.declarations, reflected: store.model)
    let trust = store.trustSentence.map { Diagnostic(.note, id: "trusted", $0) }
    let differences = models.faults + check.differences + [trust].compactMap(\.self)
    let code: Int32 = differences.contains { $0.severity != .note } ? 2 : 0
    if format == "json" {
      let json = JSON.array(differences.map(\.json))
      return Outcome(output: json.printed, code: code)
    }
    let summary = differences.isEmpty ? "the model and the database agree\n" : differences.summary
    return Outcome(
      output: differences.map { $0.modelSentence + "\n" }.joined(),
      messages: summary,
      code: code
    )
  }

  /// Writes a model in another format; what that cannot say is told.
  func modelConvert() async throws -> Outcome {
    let source = invocation.models.first ?? ""
    let target = invocation.target ?? ""
    guard target == "-" || target.lowercased().hasSuffix(".json") else {
      throw UsageError(
        "the output must end in .json, or be '-' for standard output, not '\(target)'"
      )
    }
    let (model, faults, isComplete) = try await converted(source)
    let json: JSON = [
      "name": .string(model.name), "complete": .bool(isComplete),
      "entities": .array(model.entities.map(\.json)),
    ]
    let text = json.printed
    let messages = faults.map { $0.modelSentence + "\n" }.joined()
    if target == "-" { return Outcome(output: text, messages: messages) }
    guard !FileManager.default.fileExists(atPath: target) else {
      throw UsageError("'\(target)' already exists; name a new file")
    }
    do {
      try Data(text.utf8).write(to: URL(filePath: target), options: .atomic)
    } catch {
      return .failure("'\(target)' cannot be written", code: 1)
    }
    return Outcome(messages: messages)
  }

  /// A model file, or the model of a database.
  private func converted(
    _ path: String
  ) async throws -> (model: Model, faults: [Diagnostic], isComplete: Bool) {
    let kinds = application.databaseKinds
    let isURL = DatabaseSource.scheme(of: path).flatMap(kinds.kind) != nil
    let url = isURL ? path : kinds.first { $0.recognizes(path) }.map { "\($0.scheme)://\(path)" }
    if let url {
      var invocation = invocation
      (invocation.database, invocation.isReadOnly) = (url, true)
      let store = try await OpenedDatabase.open(invocation, of: application, shape: nil)
      await store.close()
      return (store.model, [], false)
    }
    let models = try DeclaredModels([path], catalog.customTypes)
    let (model, faults) = models.model(name: models.declarations[0].name)
    let losses = models.declarations.flatMap(\.losses)
    return (model, models.faults + faults + losses, models.declarations[0].isComplete)
  }
}
