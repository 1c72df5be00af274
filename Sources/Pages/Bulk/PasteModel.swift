import AccessControl
import EntityStore
import Editing
import Formatting
import Observation
import RuleEnvironment
import StandardKeys
import Workspace

/// The model of the page for pasting spreadsheet cells: the pasted text and a preview of the rows it changes or adds.
@Observable
final class PasteModel {
  /// The target of a paste: the rows already stored, tagged or from the cursor on, or new rows.
  enum Way: String {
    case stored, new
  }

  /// The computed effect of pasting a text into a list: rows and cells, resolved references, preview lines, counts and
  /// problems.
  ///
  /// `PasteModel` computes it before anything is changed; the paste page shows it.
  struct Plan {
    let text: String
    let way: Way
    let cells: [[String]]
    /// Why nothing of it can be done; `nil` where cells alone stand against it.
    var refusal: String?
    /// The place of each row in the text.
    var places: [RecordID: Int] = [:]
    /// The rows as they were when that was found out.
    fileprivate(set) var judged: [RecordID: Record] = [:]
    var rows: BulkRows?
    /// The objects that the cells name.
    var references: PastedReferences?
    /// The first rows, and more of those in which something is wrong.
    var lines: [Line] = []
    var changedCount = 0
    var problemCount = 0
    var cellCount = 0

    /// The question before rows are changed that nobody tagged; `nil` where cells reach the row under the cursor alone.
    func question(at target: PasteTarget) -> String? {
      guard way == .stored, !target.areTagged, changedCount > 0, cells.count > 1 else { return nil }
      let label = lines.first.map { " from “\($0.label)” on" } ?? ""
      return "Change \(NumberText.count(cells.count)) rows\(label)? No row is tagged."
    }

    /// The message for the first row with a problem; `nil` when there is none.
    var firstProblem: String? {
      for line in lines {
        if let problem = line.problem { return "row \(line.id), \(problem)" }
        guard let cell = line.cells.first(where: { $0.problem != nil }) else { continue }
        return "row \(line.id), \(line.label), \(cell.title): \(cell.problem ?? "")"
      }
      return nil
    }
  }

  /// A row in the preview of a paste: its number in the pasted text, its label, its cells and its problem.
  struct Line: Identifiable {
    let id: Int
    let label: String
    var cells: [PasteTarget.Cell] = []
    /// Why nothing of it can be changed.
    var problem: String?
  }

  let target: PasteTarget
  /// The pasted text.
  var text = ""
  var way: Way
  /// The effect of pasting the text; `nil` until it is computed.
  private(set) var plan: Plan?
  @ObservationIgnored let run = BulkRun()
  private let work: WorkContext

  /// Pasting into a list on a page.
  init(_ list: ListModel, on page: PageContext) {
    (target, work) = (PasteTarget(list, on: page), list.work)
    way = target.hasRows || target.additionRefusal != nil ? .stored : .new
  }

  /// Finds out what pasting the text would do.
  func judge() async {
    let (text, way) = (text, way)
    guard plan?.text != text || plan?.way != way else { return }
    let cells = SeparatedValuesReader.rows(ofPasted: text)
    var plan = Plan(text: text, way: way, cells: cells)
    plan.refusal = target.refusal(of: plan.cells)
    if plan.refusal == nil, !plan.cells.isEmpty {
      do { try await read(into: &plan) } catch {
        if let error = error as? StoreError {
          work.readFaults.note(error, "the rows cannot be read")
        }
        return
      }
    }
    if isWanted(plan) { self.plan = plan }
  }

  /// Finds out anew what pasting the text would do: rows are others than they were.
  func recomputePlan() {
    plan = nil
    work.loads.run { await self.judge() }
  }

  private func read(into plan: inout Plan) async throws {
    if plan.way == .new { return try await add(into: &plan) }
    let (ids, rows) = try await target.rows(plan.cells.count)
    plan.rows = rows
    for (place, id) in ids.enumerated() { plan.places[id] = place }
    if ids.count < plan.cells.count {
      let tagged = target.areTagged ? "tagged" : "from the cursor on"
      plan.refusal =
        "the text has \(NumberText.count(plan.cells.count)) rows, and "
        + "\(NumberText.count(ids.count)) are \(tagged)"
        + (target.additionRefusal == nil ? "; the rest can become new rows" : "")
    }
    plan.references = try await target.references(in: plan.cells) { isWanted(plan) }
    let bulk = BulkOperation(rows)
    let judge = RuleProblems(root: work.root)
    try await rows.forEachWindow(paths: target.paths) { records in
      for record in records {
        guard let id = record.id, let place = plan.places[id] else { continue }
        plan.judged[id] = record
        take(record, at: place, by: bulk, judge, into: &plan)
      }
      return isWanted(plan)
    }
  }

  /// Whether a plan is still of what is there to be pasted; else nothing more is read for it.
  private func isWanted(_ plan: Plan) -> Bool { text == plan.text && way == plan.way }

  private func add(into plan: inout Plan) async throws {
    let rows = target.all
    plan.rows = rows
    plan.references = try await target.references(in: plan.cells) { isWanted(plan) }
    var bulk = BulkOperation(rows)
    let judge = RuleProblems(root: work.root)
    for place in plan.cells.indices {
      if place > 0, place.isMultiple(of: Self.judgedTogether) {
        // The objects are of no use any more, and keys that are typed are heard.
        bulk = BulkOperation(rows)
        await Task.yield()
        guard isWanted(plan) else { return }
      }
      let object = bulk.newObject(from: target.source)
      let cells = target.put(plan.cells[place], into: object, plan.references, judge: judge)
      plan.take(Line(id: place + 1, label: "new", cells: cells))
    }
  }

  private static let judgedTogether = 200

  private func take(
    _ record: Record,
    at place: Int,
    by bulk: BulkOperation,
    _ judge: RuleProblems,
    into plan: inout Plan
  ) {
    let label = work.root.scoped(to: record)[ObjectKeys.shared.objectLabel] ?? ""
    var line = Line(id: place + 1, label: label)
    do throws(PromptRefusal) {
      let object = try bulk.object(for: record)
      line.cells = target.put(plan.cells[place], into: object, plan.references, judge: judge)
    } catch { line.problem = error.sentence }
    plan.take(line)
  }
}

extension PasteModel.Plan {
  /// Counts a row, and keeps it for display if it is among the first or wrong.
  fileprivate mutating func take(_ line: PasteModel.Line) {
    var line = line
    let place = line.id - 1
    if way == .new, cells[place].allSatisfy(\.isEmpty) { line.problem = "the line is empty" }
    let problems = line.cells.count { $0.problem != nil } + (line.problem == nil ? 0 : 1)
    cellCount += cells[place].count
    changedCount += line.cells.count { $0.isChanged && $0.problem == nil }
    problemCount += problems
    let isShown = place < BulkModel.shownCount
    if isShown || problems > 0 && lines.count < 2 * BulkModel.shownCount { lines.append(line) }
  }

  /// The new objects of all rows.
  ///
  /// - Throws: What is wrong with the first cell that cannot be put there.
  func newObjects(by bulk: BulkOperation, _ target: PasteTarget, judge: RuleProblems)
    throws -> [ManagedObject]
  {
    try cells.enumerated().map { place, texts in
      if bulk.isCancelled() { throw StoreError.cancelled }
      let object = bulk.newObject(from: target.source)
      for cell in target.put(texts, into: object, references, judge: judge) {
        if let problem = cell.problem {
          throw PromptRefusal("row \(place + 1), \(cell.title): \(problem)")
        }
      }
      return object
    }
  }

  /// Puts the cells of its row into an object.
  ///
  /// - Throws: What is wrong with the first cell that cannot be put there.
  func put(into object: ManagedObject, _ target: PasteTarget, judge: RuleProblems)
    throws(PromptRefusal)
  {
    guard let id = object.base.id, let place = places[id] else { return }
    let paths = target.writtenPaths(count: cells[place].count)
    if judged[id]?.holds(paths, as: object.base) == false {
      throw .changedSinceShown(object, in: target.work)
    }
    for cell in target.put(cells[place], into: object, references, judge: judge) {
      if let problem = cell.problem {
        throw PromptRefusal("row \(place + 1), \(cell.title): \(problem)")
      }
    }
  }
}

extension PageState {
  /// The cells that the page pastes into many rows.
  var paste: PasteModel? {
    get { self[PasteModel.self] }
    set { self[PasteModel.self] = newValue }
  }
}
