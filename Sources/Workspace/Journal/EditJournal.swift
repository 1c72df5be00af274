import AccessControl
package import Editing
import EntityModel
import EntityStore
import FoundationEssentials
import Glibc
import Observation
import RuleEngine
import RuleEnvironment
import StandardKeys

/// The journal of unsaved edits, kept in the user's own file until they are saved or discarded.
///
/// Edits are written before the frame that shows them. It also finds the journals of programs that ended, and offers to recover
/// their changes.
@Observable
package final class EditJournal {
  /// The unsaved changes of the first ended program, applied to the current rows; `nil` when none are left.
  package private(set) var offered: RecoveredChanges?
  /// The journals of programs that ended, the oldest first.
  @ObservationIgnored package private(set) var left: [OrphanedJournal] = []
  @ObservationIgnored private var writer: JournalWriter?
  /// The objects in which something may be different since the last frame, by their number.
  @ObservationIgnored private var touched: [Int: ManagedObject] = [:]
  /// Whether values of attributes are kept, by object.
  @ObservationIgnored private var kept: [Int: [String: Bool]] = [:]
  /// The adopted journals; each file is removed once its changes are written to this journal.
  @ObservationIgnored private var takenOver: [OrphanedJournal] = []
  @ObservationIgnored private var isSaveOver = false
  @ObservationIgnored private var isFaultTold = false

  /// Whether what is typed is kept.
  package var isKept: Bool { writer != nil }

  /// Keeps from now on what is typed, in a file in `folder` whose name begins with `prefix`.
  package func begin(in folder: String, prefix: String, of work: WorkContext) {
    let number = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    writer = JournalWriter(path: "\(folder)/\(prefix)\(number)", header(of: work))
    work.editing.onTouch = { [weak self] in self?.touch($0) }
    work.forms.onTouch = { [weak self] in self?.touch($0) }
  }

  private func header(of work: WorkContext) -> JournalHeader {
    JournalHeader(
      path: work.store.place.address.map(\.realPath) ?? "",
      userName: work.userName,
      time: Date().timeIntervalSince1970
    )
  }

  private func touch(_ object: ManagedObject) { touched[object.token] = object }

  /// Writes what is different since the last frame; what cannot be written is told once, and tried again with the next.
  package func note(in work: WorkContext) {
    if let fault = write(in: work) { tell(fault, in: work) }
  }

  private func write(in work: WorkContext) -> JournalFault? {
    guard let writer else { return nil }
    let fault = writer.fault
    guard !touched.isEmpty || isSaveOver || !takenOver.isEmpty || fault != nil else { return nil }
    let attributes = JournaledAttributes(of: touched.count, in: work)
    let changes: [JournalWriter.Change] = touched.compactMap { token, object in
      guard object.context === work.editing else { return nil }
      let state = state(of: object, attributes, in: work)
      return state == nil && !writer.knows(token) ? nil : (token, state)
    }
    do throws(JournalFault) {
      try writer.write(changes, takingOver: takenOver.map(\.name), endsSave: isSaveOver)
      let former = takenOver
      (touched, takenOver, isSaveOver) = ([:], [], false)
      for journal in former { remove(journal, in: work) }
      for (token, state) in changes where state == nil { kept[token] = nil }
      if fault == nil { isFaultTold = false }
      return fault
    } catch { return error }
  }

  private func tell(_ fault: JournalFault, in work: WorkContext) {
    if let sentence = fault.sentenceOfLeft { return work.readFaults.say(sentence) }
    guard !isFaultTold else { return }
    isFaultTold = true
    work.readFaults.say(
      "unsaved changes are not in the journal: \(fault.reason); a crash of the program loses them"
    )
  }

  private func remove(_ journal: OrphanedJournal, in work: WorkContext) {
    do throws(JournalFault) { try journal.remove() } catch { tell(error, in: work) }
  }

  /// Objects are different by what is only set while they are saved.
  package func skipJournaling(_ objects: [ManagedObject]) {
    for object in objects { touched[object.token] = nil }
  }

  /// Notes that objects are about to be saved, with the time by which the log of saves knows that.
  package func beginSave(_ objects: [ManagedObject], time: Double?, in work: WorkContext) async {
    guard let writer else { return }
    do throws(JournalFault) {
      try await writer.beginSave(objects.map(\.token), time: time)
    } catch { tell(error, in: work) }
  }

  /// Notes that it is known what has become of the save.
  ///
  /// - Returns: What is to be said with that: the journal of what is saved could not be taken away.
  package func endSave(in work: WorkContext) -> String? {
    isSaveOver = true
    guard let fault = write(in: work) else { return nil }
    if fault.sentenceOfLeft == nil { tell(fault, in: work) }
    return fault.sentenceOfLeft
  }

  /// Nothing is pending any more that anybody wants; what others have left stays.
  package func end(in work: WorkContext) {
    do throws(JournalFault) { try writer?.clear() } catch {
      // There is no screen any more to say it on.
      work.readFaults.onNote = nil
      tell(error, in: work)
    }
    release()
  }

  /// Lets go of all files.
  package func release() { (writer, left, touched, takenOver) = (nil, [], [:], []) }

  // MARK: What is kept

  private func state(
    of object: ManagedObject,
    _ attributes: JournaledAttributes,
    in work: WorkContext
  ) -> PendingState? {
    object.pendingState(drafts: work.forms[object]?.valuelessDrafts ?? [:]) { name in
      if let known = kept[object.token]?[name] { return known }
      let isKept = attributes.isKept(name, of: object)
      kept[object.token, default: [:]][name] = isKept
      return isKept
    }
  }

  // MARK: What was left

  /// Looks for journals of programs that ended; `settle` finds out what has become of the save that one was left with.
  package func look(
    in folder: String,
    for prefix: String,
    of work: WorkContext,
    settling settle: (OrphanedJournal) -> Void
  ) async {
    let own = header(of: work)
    do throws(JournalFault) {
      let all = try OrphanedJournal.all(
        in: folder,
        beginningWith: prefix,
        orOf: own.path,
        tell: work.readFaults.say
      )
      left = all.filter { $0.contents.header?.userName == own.userName }
    } catch {
      work.readFaults.say(
        "\(folder) cannot be read, so no unsaved changes are offered: \(error.reason)"
      )
    }
    left.forEach(settle)
    await offer(in: work)
  }

  /// Lays the first of what was left over the rows as they are; one of which nothing is left goes.
  package func offer(in work: WorkContext) async {
    offered = nil
    while let journal = left.first {
      guard let found = await RecoveredChanges(journal.contents, over: work.preview, in: work)
      else {
        break
      }
      if !found.isEmpty {
        offered = found
        break
      }
      remove(left.removeFirst(), in: work)
    }
    work.renewRoot()
  }

  /// Makes pending again what was left; the file goes as soon as it stands in this journal.
  /// - Returns: What became of it; `nil` where it could not be read.
  package func take(in work: WorkContext) async -> RecoveredChanges? {
    guard let journal = left.first,
      let taken = await RecoveredChanges(journal.contents, over: work.editing, in: work)
    else { return nil }
    takenOver.append(left.removeFirst())
    note(in: work)
    await offer(in: work)
    return taken
  }

  /// Takes the file away with what was left.
  package func discard(in work: WorkContext) async {
    if !left.isEmpty { remove(left.removeFirst(), in: work) }
    await offer(in: work)
  }
}

extension JournalFault {
  /// The message for an adopted or discarded journal whose file could not be removed; `nil` for other faults.
  fileprivate var sentenceOfLeft: String? {
    if case .notRemoved = self {
      "\(reason); it is offered again at the next start"
    } else {
      nil
    }
  }
}

/// A check whether an attribute's unsaved values may be written to the journal file; passwords and hidden values may not.
///
/// For many objects, rules that do not depend on rows are evaluated once per entity.
private final class JournaledAttributes {
  private let scopes: ObjectScopes
  private let asksOnce: Bool
  private let known = EntityAnswerCache<Bool>()

  init(of count: Int, in work: WorkContext) {
    scopes = ObjectScopes(below: work.root)
    let asked: [any AnyKey] = [
      PermissionKeys.shared.isPropertyVisible, PermissionKeys.shared.loginPasswordKey,
      PermissionKeys.shared.loginEntity, ComponentKeys.shared.component,
    ]
    asksOnce = count > 1 && !work.resolver.model.mayLookAtRows(for: asked)
  }

  func isKept(_ name: String, of object: ManagedObject) -> Bool {
    func find() -> Bool {
      object.entity.isKept(name, in: scopes.scope(of: object.judged, inTask: .edit))
    }
    return asksOnce ? known.answer(name, about: object.entity, find) : find()
  }
}

@MainActor extension Entity {
  /// Whether what is entered into an attribute may stand in a file: it may be seen, and is no password.
  fileprivate func isKept(_ name: String, in scope: EnvironmentValues) -> Bool {
    guard let attribute = attribute(named: name), !holdsPassword(attribute, in: scope) else {
      return false
    }
    return propertyNames(writing: name).contains { scope.showsProperty($0) }
  }
}

extension WorkContext {
  /// A context that shows what would be pending, and is never saved.
  fileprivate var preview: EditingContext { EditingContext(store: store) }
}

nonisolated extension String {
  /// The path without links; itself where it leads nowhere.
  fileprivate var realPath: String {
    guard let pointer = realpath(self, nil) else { return self }
    defer { free(pointer) }
    return String(cString: pointer)
  }
}
