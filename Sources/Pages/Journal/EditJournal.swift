import AccessControl
import Editing
import EntityModel
import EntityStore
import FoundationEssentials
import Glibc
import Observation
import RuleEngine
import RuleEnvironment
import RuleFiles
import StandardKeys
import Workspace

/// Keeps what is typed in a file of the person's own until it is saved or given up, written before the frame that shows it;
/// and knows what ended programs have left.
@Observable
package final class EditJournal {
  /// What the first of the programs that ended has left, laid over the rows as they are; `nil` where there is nothing.
  private(set) var offered: LeftWork?
  /// The journals of programs that ended, the oldest first.
  @ObservationIgnored private(set) var left: [LeftJournal] = []
  @ObservationIgnored private var writer: JournalWriter?
  /// The objects in which something may be different since the last frame, by their number.
  @ObservationIgnored private var touched: [Int: ManagedObject] = [:]
  /// Whether values of attributes are kept, by object.
  @ObservationIgnored private var kept: [Int: [String: Bool]] = [:]
  /// What was taken over, and goes as soon as it is written here.
  @ObservationIgnored private var takenOver: [LeftJournal] = []
  @ObservationIgnored private var isSaveOver = false
  @ObservationIgnored private var isFaultTold = false

  /// Whether what is typed is kept.
  var isKept: Bool { writer != nil }

  /// Keeps from now on what is typed, in a file in `folder` whose name begins with `prefix`.
  package func begin(in folder: String, prefix: String, of session: Session) {
    let number = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    writer = JournalWriter(path: "\(folder)/\(prefix)\(number)", header(of: session))
    session.editing.onTouch = { [weak self] in self?.touch($0) }
    session.forms.onTouch = { [weak self] in self?.touch($0) }
  }

  private func header(of session: Session) -> JournalHeader {
    JournalHeader(
      path: session.store.place.address.map(\.realPath) ?? "",
      userName: session.saves.userName(in: session),
      time: Date().timeIntervalSince1970
    )
  }

  private func touch(_ object: ManagedObject) { touched[object.token] = object }

  /// Writes what is different since the last frame; what cannot be written is told once, and tried again with the next.
  package func note(in session: Session) {
    if let fault = write(in: session) { tell(fault, in: session) }
  }

  private func write(in session: Session) -> JournalFault? {
    guard let writer else { return nil }
    let fault = writer.fault
    guard !touched.isEmpty || isSaveOver || !takenOver.isEmpty || fault != nil else { return nil }
    let attributes = KeptAttributes(of: touched.count, in: session)
    let changes: [JournalWriter.Change] = touched.compactMap { token, object in
      guard object.context === session.editing else { return nil }
      let state = state(of: object, attributes, in: session)
      return state == nil && !writer.knows(token) ? nil : (token, state)
    }
    do throws(JournalFault) {
      try writer.write(changes, takingOver: takenOver.map(\.name), endsSave: isSaveOver)
      let former = takenOver
      (touched, takenOver, isSaveOver) = ([:], [], false)
      for journal in former { remove(journal, in: session) }
      for (token, state) in changes where state == nil { kept[token] = nil }
      if fault == nil { isFaultTold = false }
      return fault
    } catch { return error }
  }

  private func tell(_ fault: JournalFault, in session: Session) {
    if let sentence = fault.sentenceOfLeft { return session.readFaults.say(sentence) }
    guard !isFaultTold else { return }
    isFaultTold = true
    session.readFaults.say(
      "what is typed is not kept in the journal: \(fault.reason); it is lost where the program does not end as it should"
    )
  }

  private func remove(_ journal: LeftJournal, in session: Session) {
    do throws(JournalFault) { try journal.remove() } catch { tell(error, in: session) }
  }

  /// Objects are different by what is only set while they are saved.
  func passOver(_ objects: [ManagedObject]) {
    for object in objects { touched[object.token] = nil }
  }

  /// Notes that objects are about to be saved, with the time by which the log of saves knows that.
  func beginSave(_ objects: [ManagedObject], time: Double?, in session: Session) async {
    guard let writer else { return }
    do throws(JournalFault) {
      try await writer.beginSave(objects.map(\.token), time: time)
    } catch { tell(error, in: session) }
  }

  /// Notes that it is known what has become of the save.
  ///
  /// - Returns: What is to be said with that: the journal of what is saved could not be taken away.
  func endSave(in session: Session) -> String? {
    isSaveOver = true
    guard let fault = write(in: session) else { return nil }
    if fault.sentenceOfLeft == nil { tell(fault, in: session) }
    return fault.sentenceOfLeft
  }

  /// Nothing is pending any more that anybody wants; what others have left stays.
  package func end(in session: Session) {
    do throws(JournalFault) { try writer?.clear() } catch {
      // There is no screen any more to say it on.
      session.readFaults.onNote = nil
      tell(error, in: session)
    }
    release()
  }

  /// Lets another session keep what is typed from now on, if this one did.
  func handOver(to other: Session) async {
    guard isKept else { return }
    release()
    await other.beginJournal()
  }

  /// Lets go of all files.
  func release() { (writer, left, touched, takenOver) = (nil, [], [:], []) }

  // MARK: What is kept

  private func state(
    of object: ManagedObject,
    _ attributes: KeptAttributes,
    in session: Session
  ) -> PendingState? {
    object.pendingState(drafts: session.forms[object]?.valuelessDrafts ?? [:]) { name in
      if let known = kept[object.token]?[name] { return known }
      let isKept = attributes.isKept(name, of: object)
      kept[object.token, default: [:]][name] = isKept
      return isKept
    }
  }

  // MARK: What was left

  /// Looks for journals of programs that ended.
  func look(in folder: String, for prefix: String, of session: Session) async {
    let own = header(of: session)
    do throws(JournalFault) {
      let all = try LeftJournal.all(
        in: folder,
        beginningWith: prefix,
        orOf: own.path,
        tell: session.readFaults.say
      )
      left = all.filter { $0.contents.header?.userName == own.userName }
    } catch {
      session.readFaults.say(
        "\(folder) cannot be read, so that nothing left unsaved is offered: \(error.reason)"
      )
    }
    for journal in left { session.saves.settle(journal, in: session) }
    await offer(in: session)
  }

  /// Lays the first of what was left over the rows as they are; one of which nothing is left goes.
  func offer(in session: Session) async {
    offered = nil
    while let journal = left.first {
      guard let work = await LeftWork(journal.contents, over: session.preview, in: session) else {
        break
      }
      if !work.isEmpty {
        offered = work
        break
      }
      remove(left.removeFirst(), in: session)
    }
    session.renewRoot()
  }

  /// Makes pending again what was left; the file goes as soon as it stands in this journal.
  /// - Returns: What became of it; `nil` where it could not be read.
  func take(in session: Session) async -> LeftWork? {
    guard let journal = left.first,
      let work = await LeftWork(journal.contents, over: session.editing, in: session)
    else { return nil }
    takenOver.append(left.removeFirst())
    note(in: session)
    await offer(in: session)
    return work
  }

  /// Takes the file away with what was left.
  func discard(in session: Session) async {
    if !left.isEmpty { remove(left.removeFirst(), in: session) }
    await offer(in: session)
  }
}

extension JournalFault {
  /// What is said of a journal that stays though nobody wants it; `nil` for other faults.
  fileprivate var sentenceOfLeft: String? {
    if case .notRemoved = self {
      "\(reason), and is offered again when the program starts"
    } else {
      nil
    }
  }
}

/// Whether what is entered into attributes may stand in a file; of many objects rules that look at no row are asked once for
/// all of an entity.
private final class KeptAttributes {
  private let scopes: ObjectScopes
  private let asksOnce: Bool
  private var known: [String: [String: Bool]] = [:]

  init(of count: Int, in session: Session) {
    scopes = ObjectScopes(below: session.root)
    let asked: [any AnyKey] = [
      PermissionKeys.shared.isPropertyVisible, PermissionKeys.shared.loginPasswordKey,
      PermissionKeys.shared.loginEntity, ComponentKeys.shared.component,
    ]
    let model = session.resolver.model
    asksOnce = count > 1 && !asked.contains { model.mayRead(FieldDemands.rowKeys, from: $0) }
  }

  func isKept(_ name: String, of object: ManagedObject) -> Bool {
    let entity = object.entity
    if asksOnce, let known = known[entity.name]?[name] { return known }
    let scope = scopes.scope(of: object.judged, inTask: "edit")
    let isKept = entity.isKept(name, in: scope)
    known[entity.name, default: [:]][name] = isKept
    return isKept
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

extension Session {
  /// A context that shows what would be pending, and is never saved.
  fileprivate var preview: EditingContext { EditingContext(store: store) }

  /// Keeps what is typed in a journal of the person's own, and looks for what programs that ended have left unsaved; not in
  /// locked mode, nor where rules want none.
  func beginJournal() async {
    guard confinement == nil, !store.isReadOnly, root[EditingKeys.shared.keepsJournal],
      let mark = store.mark, let state = StateFolder.make(surroundings.variables)
    else { return }
    let folder = state + "/journals"
    StateFolder.make(at: folder)
    let prefix = mark + "."
    journal.begin(in: folder, prefix: prefix, of: self)
    await journal.look(in: folder, for: prefix, of: self)
  }

  /// The same, and shows what was left.
  package func keepJournal() async {
    await beginJournal()
    showLeft()
  }

  /// Shows what was left, where there is something.
  func showLeft() {
    guard journal.offered != nil else { return }
    navigator.push(PageState(task: .recover, subject: .database))
  }
}

nonisolated extension String {
  /// The path without links; itself where it leads nowhere.
  fileprivate var realPath: String {
    guard let pointer = realpath(self, nil) else { return self }
    defer { free(pointer) }
    return String(cString: pointer)
  }
}
