import AccessControl
import EntityStore
import Editing
import Observation
import RuleEnvironment
import StandardKeys

/// What a page knows on which cells of a spreadsheet are pasted: their text, and what each row would become.
@Observable
final class PasteModel {
  /// What pasting a text would do.
  struct Plan {
    let text: String
    let cells: [[String]]
    /// Why nothing of it can be done; `nil` where cells alone stand against it.
    var refusal: String?
    /// The place of each row in the text.
    var places: [RecordID: Int] = [:]
    var rows: BulkRows?
    /// The first rows, and more of those in which something is wrong.
    var lines: [Line] = []
    var changedCount = 0
    var problemCount = 0
    var cellCount = 0

    /// What is wrong with the first row in which something is.
    var firstProblem: String? {
      for line in lines {
        if let problem = line.problem { return "row \(line.id), \(problem)" }
        guard let cell = line.cells.first(where: { $0.problem != nil }) else { continue }
        return "row \(line.id), \(line.label), \(cell.title): \(cell.problem ?? "")"
      }
      return nil
    }
  }

  /// A row, by its number in the text.
  struct Line: Identifiable {
    let id: Int
    let label: String
    var cells: [PasteTarget.Cell] = []
    /// Why nothing of it can be changed.
    var problem: String?
  }

  let target: PasteTarget
  /// What was pasted.
  var text = ""
  /// What that would do, once it is known.
  private(set) var plan: Plan?
  @ObservationIgnored let work = BulkProgress()
  private let session: Session

  init(_ list: ListModel) {
    (target, session) = (PasteTarget(list), list.session)
  }

  /// Finds out what pasting the text would do.
  func judge() async {
    let text = text
    guard plan?.text != text else { return }
    var plan = Plan(text: text, cells: PastedCells(text).rows)
    plan.refusal = target.refusal(of: plan.cells)
    if plan.refusal == nil, !plan.cells.isEmpty {
      do { try await read(into: &plan) } catch {
        if let error = error as? StoreError {
          session.readFaults.note(error, "the rows are not read")
        }
        return
      }
    }
    if self.text == text { self.plan = plan }
  }

  private func read(into plan: inout Plan) async throws {
    let (ids, rows) = try await target.rows(plan.cells.count)
    plan.rows = rows
    for (place, id) in ids.enumerated() { plan.places[id] = place }
    if ids.count < plan.cells.count {
      let tagged = target.areTagged ? "tagged" : "from the cursor on"
      plan.refusal =
        "the text has \(NumberText.count(plan.cells.count)) rows, and "
        + "\(NumberText.count(ids.count)) are \(tagged)"
    }
    let work = BulkWork(rows)
    let judge = RuleProblems(root: session.root)
    try await rows.forEachWindow(paths: target.paths) { records in
      for record in records {
        guard let place = record.id.flatMap({ plan.places[$0] }) else { continue }
        take(record, at: place, by: work, judge, into: &plan)
      }
      return self.text == plan.text
    }
  }

  private func take(
    _ record: Record,
    at place: Int,
    by work: BulkWork,
    _ judge: RuleProblems,
    into plan: inout Plan
  ) {
    let label = session.root.scoped(to: record)[ObjectKeys.shared.objectLabel] ?? ""
    var line = Line(id: place + 1, label: label)
    do throws(PromptRefusal) {
      let object = try work.object(for: record)
      line.cells = target.put(plan.cells[place], into: object, judge: judge)
    } catch { line.problem = error.sentence }
    let problems = line.cells.count { $0.problem != nil } + (line.problem == nil ? 0 : 1)
    plan.cellCount += plan.cells[place].count
    plan.changedCount += line.cells.count { $0.isChanged && $0.problem == nil }
    plan.problemCount += problems
    let isShown = place < BulkModel.shownCount
    if isShown || problems > 0 && plan.lines.count < 2 * BulkModel.shownCount {
      plan.lines.append(line)
    }
  }
}

extension PasteModel.Plan {
  /// Puts the cells of its row into an object.
  ///
  /// - Throws: What is wrong with the first cell that cannot be put there.
  func put(into object: ManagedObject, _ target: PasteTarget, judge: RuleProblems)
    throws(PromptRefusal)
  {
    guard let place = object.base.id.flatMap({ places[$0] }) else { return }
    for cell in target.put(cells[place], into: object, judge: judge) {
      if let problem = cell.problem {
        throw PromptRefusal("row \(place + 1), \(cell.title): \(problem)")
      }
    }
  }
}
