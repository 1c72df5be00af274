import Diagnostics
import Editing
import FoundationEssentials
import Pages
import Qualifiers
import RuleFiles
import Workspace

// What programs that ended have left unsaved, in the folder of the person's state. What a living program holds is not theirs.
extension Program {
  /// `d2t journals list` and `d2t journals purge`: those with the names that are given, or all.
  func journals() throws -> Outcome {
    guard let state = StateDirectory.path(invocation.surroundings.variables) else {
      throw UsageError("there are no journals; set XDG_STATE_HOME or HOME to keep them")
    }
    let folder = state + "/journals"
    var unread = ""
    var left: [OrphanedJournal]
    do throws(JournalFault) {
      left = try OrphanedJournal.all(in: folder, beginningWith: "", orOf: "") {
        unread += "\(ProgramName.current): \($0)\n"
      }
    } catch { return .failure("\(folder) cannot be read: \(error.reason)", code: 1) }
    if !invocation.names.isEmpty {
      for name in invocation.names where !left.contains(where: { $0.name == name }) {
        throw UsageError("there is no journal '\(name)' in \(folder) to discard")
      }
      left = left.filter { invocation.names.contains($0.name) }
    }
    let listing =
      try format() == "json"
      ? JSON.array(left.map(\.json)).printed : left.map { $0.line + "\n" }.joined()
    let count = "\(left.count) \(left.count == 1 ? "journal" : "journals")"
    guard invocation.command == .journalsPurge, !left.isEmpty else {
      return Outcome(output: listing, messages: "\(count) left\n" + unread)
    }
    let answer =
      invocation.isConfirmed ? true : confirm(unread + listing + "Discard \(count)? [y/N] ")
    guard answer == true else {
      let advice = "nothing was discarded" + (answer == nil ? "; --yes discards \(count)" : "")
      return Outcome(
        output: answer == nil ? listing : "",
        messages: "\(ProgramName.current): \(advice)\n" + (answer == nil ? unread : ""),
        code: 2
      )
    }
    var kept: [String] = []
    for journal in left {
      do throws(JournalFault) { try journal.remove() } catch {
        kept.append("\(ProgramName.current): \(error.reason)\n")
      }
    }
    return Outcome(
      output: invocation.isConfirmed ? listing : "",
      messages: (kept.isEmpty ? "" : "\(left.count - kept.count) of ") + "\(count) discarded\n"
        + kept.joined()
        + (invocation.isConfirmed ? unread : ""),
      code: kept.isEmpty ? 0 : 1
    )
  }
}

extension OrphanedJournal {
  /// How many objects something is pending in, and how many values that are.
  private var counts: (objects: Int, changes: Int) {
    let states = contents.states.values
    let changes = states.map { state in
      state.isDeletion
        ? 1 : [.value, .reference, .draft, .withheld].reduce(0) { $0 + state[$1].count }
    }
    return (states.count, changes.reduce(0, +))
  }

  private var time: String {
    Value.date(Date(timeIntervalSince1970: contents.header?.time ?? 0)).description
  }

  fileprivate var line: String {
    let (objects, changes) = counts
    let user = contents.header.map { $0.userName.isEmpty ? "" : " by \($0.userName)" } ?? ""
    let what = "\(changes) \(changes == 1 ? "change" : "changes")"
    let damage = contents.damage.map { "; unreadable from byte \($0)" } ?? ""
    return "\(name)  \(contents.header?.path ?? "")  since \(time) UTC\(user): \(what) of "
      + "\(objects) \(objects == 1 ? "object" : "objects")\(damage)"
  }

  fileprivate var json: JSON {
    let (objects, changes) = counts
    return [
      "name": .string(name), "file": JSON(contents.header?.path), "time": .string(time),
      "user": JSON(contents.header?.userName), "objects": JSON(objects), "changes": JSON(changes),
      "damagedFrom": contents.damage.map { JSON($0) } ?? .null,
    ]
  }
}
