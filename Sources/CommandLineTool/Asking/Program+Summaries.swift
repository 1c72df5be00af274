import AccessControl
import Diagnostics
import Dispatch
import EntityModel
import EntityStore
import Pages
import Qualifiers
import RuleEnvironment
import StandardKeys
import Synchronization
import Workspace

// The parts that `values`, `describe` and `group` share.
extension Program {
  /// Runs `body` with the database; on a terminal the time that it takes is shown.
  func withSummarizedWork(
    _ body: (WorkContext) async throws -> Outcome
  ) async throws -> Outcome {
    try await withWork { work in
      let start = ContinuousClock.now
      let clock = Task {
        guard work.loads.onProgress != nil, !writesToTerminal else { return }
        while true {
          try await Task.sleep(for: WorkProgress.patience)
          work.loads.note(WorkProgress("summarizing", since: start))
        }
      }
      defer { clock.cancel() }
      return try await body(work)
    }
  }

  /// Returns the target of a link to rows that are summarized.
  func summarizedTarget(of link: ObjectLink, in work: WorkContext) throws -> LinkTarget {
    if let id = link.id {
      let name = invocation.command.rawValue
      throw UsageError("'\(name)' is about all rows of a link; leave out '#\(id)'")
    }
    var target = try LinkTarget(link, task: .list, in: work)
    target.displaysValues = invocation.displaysValues
    let format = try rowFormat()
    guard !target.displaysValues || format == .text || format == .md else {
      throw UsageError("--display is for text and md; \(format.rawValue) has exact values")
    }
    return target
  }

  /// Prints the rows that `body` writes.
  func printSummary(
    _ columns: [OutputColumn],
    of target: LinkTarget,
    upTo width: Int = .max,
    to emit: @escaping (String) throws -> Void,
    _ body: (([OutputCell]) throws -> Void) async throws -> Void
  ) async throws -> Outcome {
    var writer = try RowWriter(try rowFormat(), columns, of: target.entity, to: emit)
    writer.tableWidth = width
    try await body { try writer.write($0) }
    try writer.finish()
    return await target.outcome
  }
}

extension LinkTarget {
  /// The outcome of a summary, which tells of rows that conditions leave out.
  var outcome: Program.Outcome {
    get async {
      let told = await leftOutSentence.map { "\(ProgramName.current): \($0)\n" }
      return Program.Outcome(messages: told ?? "")
    }
  }

  /// The rows of the link, in no order unless that decides which they are.
  var summarizedRows: FetchSpecification { specification(paths: []).unordered }

  /// A column of a key of groups, with the labels of a reference unless exact values are printed.
  func column(
    _ name: String,
    of key: Qualifiers.Expression,
    _ reference: LabelledReference?
  ) async throws -> SummaryColumn {
    var column = SummaryColumn(name, of: key, in: self)
    guard let reference else { return column }
    column.title = scope.displayName(of: reference.path.description)
    column.labels = ValueLabels(ofKey: key, in: scope)
    column.labels?.byKey = try await work.labels(of: reference, by: key, in: summarizedRows)
    return column
  }

  /// Hands the groups of the rows to `body` one after the other; the database waits while they are written.
  func eachGroup(_ grouping: Grouping, _ body: (Group) throws -> Void) async throws {
    let (batches, found) = AsyncStream<[Group]>.makeStream()
    let rows = summarizedRows
    let store = work.store
    // A semaphore that ends below its first value traps.
    let room = DispatchSemaphore(value: 0)
    room.signal()
    room.signal()
    let isStopped = Atomic(false)
    async let reading: Void = {
      defer { found.finish() }
      try await store.groups(grouping, of: rows) { groups in
        found.yield(groups)
        room.wait()
        return !isStopped.load(ordering: .relaxed)
      }
    }()
    do {
      defer {
        isStopped.store(true, ordering: .relaxed)
        room.signal()
      }
      for await batch in batches {
        for group in batch { try body(group) }
        room.signal()
      }
    }
    try await reading
    if Task.isCancelled { throw StoreError.cancelled }
  }
}
