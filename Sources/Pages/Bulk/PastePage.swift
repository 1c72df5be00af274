import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// The page for pasting spreadsheet cells into a list: the pasted text, the target, and a preview of the first rows.
struct PastePage: View {
  @Environment(\.pageContext) private var page

  var body: some View {
    if page.isOpen, page.entity != nil, let model = page.openPaste() {
      ScrollView {
        VStack {
          Form {
            FormRow("Cells") {
              TextEditor(
                "paste the cells of a spreadsheet here",
                text: Binding(model, \.text),
                rows: 6
              )
              .formField()
            }
            FormRow("Columns") {
              Text(model.target.columns.map(\.title).joined(separator: " · ")).wrap(2)
            }
            FormRow("Rows") { rows(of: model) }
          }
          Text("")
          if let advice = model.run.advice { Text(advice).role(.warning) }
          if let plan = model.plan { PastePreview(plan: plan) }
        }
      }
      .task(id: [model.text, model.way.rawValue]) { page.load { await model.judge() } }
      .commands { commands(model) }
    }
  }

  /// The rows into which cells go; chosen where rows can be added.
  @ViewBuilder private func rows(of model: PasteModel) -> some View {
    let target = model.target
    let stored =
      target.areTagged
      ? "the tagged rows, in the order of tagging" : "from the cursor on; no row is tagged"
    if target.additionRefusal == nil {
      let choices = target.hasRows ? [Choice(PasteModel.Way.stored, stored)] : []
      ChoiceField(
        choices + [Choice(.new, "new ones")],
        selection: Binding(get: { model.way }, set: { model.way = $0 ?? .stored })
      )
      .formField()
    } else {
      Text(stored)
    }
  }

  private func commands(_ model: PasteModel) -> [Command] {
    guard !model.run.isRunning else { return [model.run.stopping(in: page.work)] }
    return [
      Command(.changeRows, title: "write them") { context in
        page.load {
          await model.judge()
          write(model, context)
        }
      },
      Command(.nextField) { $0.host.moveFocus(by: 1) },
    ]
  }

  private func write(_ model: PasteModel, _ context: CommandContext) {
    // Why it is not known what would be done has been told.
    guard let plan = model.plan, plan.text == model.text, plan.way == model.way else { return }
    guard let rows = plan.rows else {
      return context.say(plan.refusal ?? "there are no cells yet; paste some", .warning)
    }
    if let problem = plan.refusal ?? plan.firstProblem {
      return context.say("nothing was changed: \(problem)", .warning)
    }
    guard let question = plan.question(at: model.target) else {
      return save(plan, of: rows, from: model, context)
    }
    page.ui.ask(
      Announcement(asking: question, verb: "change them") { save(plan, of: rows, from: model, $0) },
      context
    )
  }

  private func save(
    _ plan: PasteModel.Plan,
    of rows: BulkRows,
    from model: PasteModel,
    _ context: CommandContext
  ) {
    let target = model.target
    let judge = RuleProblems(root: page.work.root)
    let save = BulkSave(page: page, rows: rows, state: model.run)
    if plan.way == .new {
      return save.run(context) { try plan.newObjects(by: $0, target, judge: judge) }
    }
    save.run(
      context,
      reading: target.paths,
      of: plan.places.count
    ) {
      do throws(PromptRefusal) { try plan.put(into: $0, target, judge: judge) } catch {
        // What was found out does not hold any more.
        model.recomputePlan()
        throw error
      }
    }
  }
}

/// A preview of a paste: the totals and the first rows.
private struct PastePreview: View {
  let plan: PasteModel.Plan

  var body: some View {
    if let refusal = plan.refusal { Text("✗ " + refusal).role(.error).wrap() }
    if plan.cellCount > 0 {
      Text(totals).role(.header).wrap()
      // What goes on in another line stands below the label, so that each number begins a row.
      ForEach(plan.lines) { line in
        HStack(spacing: 0) {
          Text("  \(line.id)  ").dim()
          content(of: line).wrap(3)
        }
      }
    }
  }

  private var totals: String {
    let count = plan.cells.count
    let rows = "\(NumberText.count(count)) \(count == 1 ? "row" : "rows")"
    let cells = "\(NumberText.count(plan.cellCount)) \(plan.cellCount == 1 ? "cell" : "cells")"
    let changed = "\(NumberText.count(plan.changedCount)) to be changed"
    let refused = plan.problemCount > 0 ? ", \(NumberText.count(plan.problemCount)) cannot be" : ""
    let first = count > BulkModel.shownCount ? "; the first \(BulkModel.shownCount):" : ":"
    return "\(rows), \(cells): \(changed)\(refused)\(first)"
  }

  private func content(of line: PasteModel.Line) -> Text {
    let head = Text(line.label)
    if let problem = line.problem { return head + Text("  ✗ " + problem).role(.error) }
    let told = line.cells.filter { $0.isChanged || $0.problem != nil }
    guard !told.isEmpty else { return head + Text("  unchanged").dim() }
    return told.reduce(head) { text, cell in
      let title = Text("  \(cell.title): ").dim()
      if let problem = cell.problem { return text + title + Text("✗ " + problem).role(.error) }
      return text + title + (cell.change?.text(isChanged: true) ?? Text(""))
    }
  }
}

extension PageContext {
  /// Goes to the page on which cells of a spreadsheet are pasted into a list.
  func paste(into list: ListModel) {
    let next = PageState(task: .paste, subject: .entity(list.entity))
    next.paste = PasteModel(list, on: self)
    push(next)
  }

  /// Returns the page's model.
  ///
  /// A page that was not opened from a list gets one for all rows of the entity.
  fileprivate func openPaste() -> PasteModel? {
    if state.paste == nil { state.paste = listOfAll().map { PasteModel($0, on: self) } }
    return state.paste
  }

  /// The list of all objects of the page's entity.
  func listOfAll() -> ListModel? {
    entity.map {
      ListModel(
        work: work,
        entity: $0,
        scope: work.root.scoped(toTask: .list).scoped(to: $0)
      )
    }
  }
}
