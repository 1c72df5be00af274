import AccessControl
import Diagnostics
import Editing
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// The status line below the page: position, pending changes, and errors in the rules.
struct PageStatus: View {
  @Environment(\.pageContext) private var page

  var body: some View {
    if page.isOpen { StatusLine(Text(text), note: faultNote, details: details) }
  }

  private var faultNote: Text {
    let work = page.work
    let count = work.faults.reduce(0) { $0 + $1.count }
    guard count > 0 else { return Text("") }
    return Text(
      "⚠ \(count) \(work.rules.modelFaults.isEmpty ? "rule fault" : "fault")\(count == 1 ? "" : "s") (!)"
    ).role(.warning)
  }

  /// The totals of a column of the page's list, of which the longest text that fits is shown.
  private var details: [String] {
    guard page.form == nil, page.task != .query, let list = page.list else { return [] }
    return page.state.model { ListTotals() }.texts(of: list)
  }

  /// The text of the status line for the page.
  private var text: String {
    let work = page.work
    var parts: [String] = []
    let progress = page.ui.progressSentence
    if let progress { parts.append(progress) }
    if let fault = work.file.fault { parts.append("⚠ \(fault)") }
    if let form = page.form {
      parts += status(of: form)
    } else if let list = page.list, page.task != .query {
      parts.append(list.place)
      if progress == nil, let numbering = list.numberingProgress {
        parts += [page.ui.sentence(of: numbering, canStop: list.isSorting)].compactMap(\.self)
      }
      parts += list.search.status + [list.tags.summary]
      if let trouble = list.trouble { parts.append(trouble) }
      if let notice = list.notice { parts.append(notice) }
    } else if let list = page.state.entityList {
      parts.append(list.summary)
      if page.entity == nil, let size = work.store.fileSize { parts.append(ByteText.size(size)) }
    } else if let model = page.state.summary {
      parts.append(model.summary)
    } else if let conflict = page.state.conflict {
      parts.append(conflict.summary)
    } else if let neighbours = AdjacentObjects(of: page) {
      parts.append(neighbours.place)
    }
    let unsaved = UnsavedChanges(work: work)
    let pending = unsaved.countElsewhere
    let overtaken = work.file.hasMetOthers ? unsaved.countChangedElsewhere : 0
    if overtaken > 0, page.state.conflict == nil {
      parts.append("⚠ \(overtaken) changed elsewhere")
    }
    if pending > 0 {
      let isSummary = [.values, .describe, .group, .chart].contains(page.task)
      let note = isSummary ? ", not counted" : ""
      parts.append("\(pending) \(page.form == nil ? "" : "more ")pending\(note)")
    }
    return parts.filter { !$0.isEmpty }.joined(separator: "  ·  ")
  }

  /// Returns the status of the page's forms: whether the object is new, and why it is read only.
  private func status(of form: FormModel) -> [String] {
    let permissions = page.work.permissions(for: form.object, task: page.state.task)
    // What a path leads to may be changed where the page's own object may not.
    let others = page.state.forms.filter { $0 !== form }.map { other in
      page.work.permissions(for: other.object, task: other.task).objectRefusal
    }
    if let reason = permissions.objectRefusal, !others.contains(nil) {
      return ["read only: \(reason)"]
    }
    return form.object.state == .inserted ? ["new"] : []
  }
}
