package import Diagnostics
import EntityModel
package import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
import Synchronization

/// The audit table in the database, named by the rule key `auditEntity`, to which saves write their audit rows.
///
/// Its columns are found by their names, such as `time`, `user` or `action`.
package struct AuditTable {
  /// The purpose of a column in the audit table.
  private enum Part: String, CaseIterable {
    case time, user, role, entity, object, action, fields, link, save

    /// The accepted column names, in lower case.
    var names: [String] {
      switch self {
      case .time: ["time", "moment", "timestamp", "at", "changedat", "date"]
      case .user: ["user", "username", "who", "changedby"]
      case .role: ["role"]
      case .entity: ["entity", "entityname", "tablename"]
      case .object: ["object", "objectid", "record", "recordid"]
      case .action: ["action", "operation"]
      case .fields: ["fields", "changes", "what"]
      case .link: ["link"]
      case .save: ["save", "savenumber"]
      }
    }

    /// Whether the audit table must have the column.
    var isNeeded: Bool { [.time, .user, .fields, .link].contains(self) }
  }

  private let entity: Entity
  private let columns: [(part: Part, attribute: Attribute)]

  /// - Throws: ``StoreError/refused(_:)`` where the rules name what cannot be written to; `nil` where they name nothing.
  package init?(in work: WorkContext) throws(StoreError) {
    let name = work.root[PermissionKeys.shared.auditEntity]
    guard !name.isEmpty else { return nil }
    func fault(_ reason: String) -> StoreError {
      .refused("it cannot be written to '\(name)' (auditEntity): \(reason)")
    }
    guard let entity = work.model.entity(named: name) else {
      let near = nearestName(to: name, in: work.model.entities.map(\.name))
      throw fault("there is no such entity" + (near.map { "; did you mean '\($0)'?" } ?? ""))
    }
    if let reason = entity.refusal(of: .insert) { throw fault(reason) }
    columns = Part.allCases.compactMap { part in
      let found = part.names.lazy.compactMap { name in
        entity.attributes.first { $0.name.lowercased() == name && !$0.definition.isGenerated }
      }.first
      return found.map { (part, $0) }
    }
    for part in Part.allCases where part.isNeeded && !columns.contains(where: { $0.part == part }) {
      throw fault("it needs a column called \(part.names.joined(separator: " or "))")
    }
    self.entity = entity
  }

  /// A line as a new row; `save` is the number of the save, and `further` what else is known of it.
  package func change(
    _ entry: AuditEntry,
    _ further: (String, JSON)?,
    save: Int64?,
    token: Int,
    in work: WorkContext
  ) -> Change {
    var values: [String: Value] = [:]
    for (part, attribute) in columns {
      values[attribute.name] = value(
        of: part,
        entry,
        further: further,
        save: save,
        for: attribute,
        in: work
      )
    }
    return .insert(entityName: entity.name, values: values, references: [:], token: token)
  }

  private func value(
    of part: Part,
    _ entry: AuditEntry,
    further: (String, JSON)?,
    save: Int64?,
    for attribute: Attribute,
    in work: WorkContext
  ) -> Value {
    let user = work.root[PermissionKeys.shared.user]
    func text(_ text: String?) -> Value { text.map { .string($0) } ?? .null }
    switch part {
    case .time:
      guard !attribute.type.hasOneWriting else {
        return text(Value.date(WallClock.now(in: .utc)).description)
      }
      return .date(WallClock.now(for: attribute))
    case .user: return text(user?.name)
    case .role: return text(user?.role)
    case .entity: return text(entry.entity.name)
    case .object:
      if attribute.type.kind == .integer, entry.key.count == 1 {
        return entry.id?.values.first ?? .null
      }
      return text(JSON.array(entry.key).text())
    case .action: return text(entry.action)
    case .fields:
      return text(JSON.object(entry.fields + [further].compactMap(\.self)).text())
    case .link: return text(entry.id.map { work.linkText(entry.entity, $0) })
    case .save: return save.map { .int($0) } ?? .null
    }
  }
}

/// A blocking call to the main actor from another thread, such as a store's; never use it on the main thread.
package nonisolated final class BlockingMainActorCall<Answer: Sendable>: Sendable {
  private let answer = Mutex<Answer?>(nil)
  private let wakeUp = WakeUp()

  /// Waits for what `body` gives.
  package static func wait(for body: @escaping @MainActor @Sendable () -> Answer) -> Answer {
    let answer = BlockingMainActorCall<Answer>()
    Task { @MainActor in
      let value = body()
      answer.answer.withLock { $0 = value }
      answer.wakeUp.signal()
    }
    while true {
      answer.wakeUp.wait()
      if let value = answer.answer.withLock({ $0 }) { return value }
    }
  }
}
