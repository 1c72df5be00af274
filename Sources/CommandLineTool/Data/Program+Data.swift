import Diagnostics
import AccessControl
import Pages
import Qualifiers
import Editing
import EntityModel
import EntityStore
import RuleEnvironment
import StandardKeys
import Workspace

// What the subcommands about data have in common: the same rules, validation and permissions as on the screen.
extension Program {
  /// Opens the database, runs `body` with it and closes the file, however it ends.
  func withWork(_ body: (WorkContext) async throws -> Outcome) async throws -> Outcome {
    let session = try await session()
    let work = session.work
    work.loads.onProgress = onProgress
    let result: Result<Outcome, any Error>
    do {
      result = .success(try await body(work))
    } catch let error as SaveError {
      result = .success(
        .failure("not saved: \(SaveErrorText(work: work).text(for: error))", code: 1)
      )
    } catch {
      result = .failure(error)
    }
    work.loads.note(nil)
    await session.close()
    var outcome: Outcome
    switch result {
    case .success(let success): outcome = success
    case .failure(let error): outcome = Self.outcome(of: error)
    }
    if outcome.code != 0, work.saves.count == 0, let signal = interruption() {
      outcome = .failure("interrupted; nothing was changed", code: 128 + signal)
    }
    let auditFault = work.saves.auditFault.map { "\(ProgramName.current): \($0)\n" } ?? ""
    let unread = work.readFaults.lines
    outcome.messages = work.faultSummary + outcome.messages + auditFault + unread
    session.release()
    return outcome
  }

  /// Returns the resolved target of the command line's link.
  ///
  /// - Throws: ``UsageError`` when the command line names no entity.
  func target(in work: WorkContext, task: TaskName = .list) throws -> LinkTarget {
    try LinkTarget(namedLink(in: work), task: task, in: work)
  }

  /// Returns the link of the command line, with the fetch that an option names.
  ///
  /// - Throws: ``UsageError`` when the command line names no entity.
  func namedLink(in work: WorkContext) throws -> ObjectLink {
    guard var link = try place(in: work.model) else {
      let names = work.model.entities
        .filter { !$0.definition.isHidden && work.visibilityRefusal(of: $0) == nil }
        .prefix(3).map(\.name)
      let examples = names.isEmpty ? "" : " (\(names.joined(separator: ", ")) …)"
      throw UsageError(
        "'\(invocation.command.rawValue)' needs an entity or link: Entity?filter#id\(examples)"
      )
    }
    link.fetch = invocation.fetch ?? link.fetch
    return link
  }

  /// The link of the command line with what `--entity` and `--id` say; these may say where it leads themselves.
  ///
  /// - Throws: ``UsageError`` where they name something else than the link, or nothing that there is.
  private func place(in model: Model) throws -> ObjectLink? {
    guard var link = invocation.link ?? invocation.entity.map({ ObjectLink(entityName: $0) }) else {
      if invocation.id != nil { throw UsageError("--id needs an entity; add --entity") }
      return nil
    }
    if let name = invocation.entity {
      let (named, meant) = (link.entityName, try model.entity(namedByUser: name))
      guard try model.entity(namedByUser: named) === meant else {
        throw UsageError("'\(named)' and '--entity \(name)' disagree; leave one out")
      }
    }
    if let id = invocation.id {
      if let own = link.id, own != id {
        throw UsageError("'#\(own)' and '--id \(id)' disagree; leave one out")
      }
      link.id = id
    }
    return link
  }

  /// The paths of the properties named on the command line; those that rules choose when none is.
  func keys(in scope: EnvironmentValues, or standard: [String]) throws -> [String] {
    guard !invocation.columns.isEmpty else { return standard }
    return try invocation.columns.map { name in
      let path: PropertyPath
      do { path = try scope.path(namedByUser: name) } catch StoreError.refused(let sentence) {
        throw UsageError(sentence.description)
      }
      guard path.components.last == "@count" else {
        if let reason = scope.columnRefusal(of: path) { throw UsageError(reason) }
        return path.description
      }
      // A column of a relationship to many is its count.
      let counted = PropertyPath(components: Array(path.components.dropLast()))
      guard let entity = scope[ModelKeys.shared.entity],
        entity.property(at: counted).relationship?.isToMany == true
      else {
        throw UsageError("'\(name)' cannot count: '\(counted)' is not a to-many relationship")
      }
      return counted.description
    }
  }

  /// How rows are printed.
  func rowFormat() throws -> RowWriter.Format {
    let name = try format()
    if invocation.chart != nil {
      guard name == "text" || name == "svg" else {
        throw UsageError("a chart is text or svg, not '\(name)'; leave out --chart for rows")
      }
      return .text
    }
    guard name != "svg" else { throw UsageError("svg is a format of charts; add --chart bar") }
    guard let format = RowWriter.Format(rawValue: name) else {
      preconditionFailure("'\(name)' is not a row format; Subcommand.all lists it")
    }
    return format
  }

  /// Prints the objects of the link, one after the other as they are read, or their values, the same only once.
  func printRows(
    _ target: LinkTarget,
    _ keys: [String],
    as format: RowWriter.Format,
    to emit: @escaping (String) throws -> Void
  ) async throws -> Outcome {
    let (entity, work) = (target.entity, target.work)
    let columns = try columns(keys, target, isText: format == .text)
    let paths = work.fetchPaths(for: keys, of: entity, in: target.scope)
    let isDistinct = invocation.printsDistinctRows && target.id == nil
    let values = isDistinct ? try target.valuePaths(of: columns.map(\.key)) : []
    // What rules hide of an object they hide only where they see what they read of it.
    let needsObjects = !isDistinct || !work.fetchPaths.rulesRead(only: values, of: entity)
    var writer = try RowWriter(
      format,
      columns,
      of: entity,
      isDistinct: isDistinct && needsObjects,
      escapesFormulas: invocation.escapesFormulas,
      isTyped: invocation.isTyped,
      to: emit
    )
    let limit = invocation.limit ?? .max
    // Lines of both would mix on one terminal.
    let isTold = work.loads.onProgress != nil && !writesToTerminal
    let total = isTold ? try await target.total(upTo: limit) : nil
    let start = ContinuousClock.now
    func write(_ records: [Record]) async throws {
      guard let first = records.first else { return }
      defer {
        if isTold {
          work.loads.note(WorkProgress("writing", count: writer.count, of: total, since: start))
        }
      }
      let counts = try await OutputColumn.counts(columns, of: records, in: work)
      let plain = columns.map { format == .text ? nil : $0.plain(from: first) }
      if writer.takesPlainRows, let row = PlainRow(plain) {
        try writer.write(records, row, upTo: limit)
        // A reader of the rows sees them as they come and does not wait for the next ones.
        return try writer.flush()
      }
      for record in records where writer.count < limit {
        var cells: [OutputCell] = []
        cells.reserveCapacity(columns.count)
        for (column, plain) in zip(columns, plain) {
          if let plain {
            cells.append(plain.cell(of: record))
          } else {
            cells.append(try await column.cell(of: record, counts))
          }
        }
        try writer.write(cells)
      }
      try writer.flush()
    }
    var objects = target.specification(paths: paths)
    if format == .text {
      // People read the beginning of a text, and of bytes how many they are; programs read all.
      (objects.maximumLength, objects.maximumByteCount) = (100_000, 1_000)
    }
    if let id = target.id {
      try await write([try await target.object(id, objects)])
    } else if needsObjects {
      let length = isDistinct ? nil : limit
      try await work.forEachWindow(of: objects, length: length, timeLimit: target.timeLimit) {
        try await write($0)
        return writer.count < limit
      }
    } else {
      try await target.forEach(of: target.distinctValues(at: values), limit: limit, write)
    }
    try writer.finish()
    let told = [writer.lossSentence, await target.leftOutSentence].compactMap(\.self)
    return Outcome(messages: told.map { "\(ProgramName.current): \($0)\n" }.joined())
  }

  /// The columns that may be seen.
  ///
  /// - Throws: a sentence where there are none: empty lines would not tell why.
  private func columns(
    _ keys: [String],
    _ target: LinkTarget,
    isText: Bool
  ) throws -> [OutputColumn] {
    let columns = OutputColumn.columns(
      keys,
      in: target.scope,
      target.work,
      // What is exported is to be read again.
      areAskedFor: !invocation.columns.isEmpty || invocation.command == .exportRows,
      isText: isText,
      isReadAgain: invocation.command == .exportRows,
      isTyped: invocation.isTyped
    )
    guard columns.isEmpty else { return columns }
    let name = target.entity.name
    if target.entity.attributes.isEmpty, let reason = target.entity.readOnlyReason {
      throw StoreError.refused("\(name) \(reason).")
    }
    guard let first = keys.first else {
      throw UsageError("no columns of \(name) are chosen; choose some with --columns")
    }
    let permissions = Permissions(
      work: target.work,
      scope: target.scope.scoped(toProperty: first)
    )
    let reason = permissions.visibilityRefusal.map { ": \($0)" } ?? ""
    throw StoreError.refused("no column of \(name) is shown\(reason)")
  }

  /// `1 object deleted` for standard error; a failure where it was to be done with some and was with none.
  func report(
    _ count: Int,
    _ what: String,
    of total: Int = 0,
    telling sentences: [String] = [],
    printing output: String = ""
  ) -> Outcome {
    let told = sentences.map { "\(ProgramName.current): \($0)\n" }.joined()
    return Outcome(
      output: output,
      messages: "\(count) \(count == 1 ? "object" : "objects") \(what)\n" + told,
      code: count == 0 && total > 0 ? 1 : 0
    )
  }
}
