import EntityModel
import EntityStore

/// One way by which objects refer to those that are deleted, or to what goes with them.
struct DeletionWay {
  /// What people call the relationships on the way.
  let titles: [String]
  let relationship: Relationship
  /// The objects that are referred to; perhaps only some.
  let sources: [RecordID]
  /// How many refer to them; `nil` where that was not counted in time.
  let count: Int?
  /// Whether there are no more.
  let isWhole: Bool
  /// Whether the ones that refer may go as well, and keep nothing then.
  let mayGo: Bool

  /// How many relationships away it is.
  var level: Int { titles.count }
  /// What people call it: `Orders › Lines`.
  var title: String { titles.joined(separator: " › ") }
  /// Whether the deletion must fail for it.
  var isRefusing: Bool { relationship.keepsObjects && !mayGo && count.map { $0 > 0 } == true }

  /// What becomes of them: `Orders › Lines: ≥ 500, deleted too`.
  var sentence: String {
    guard let count else { return "\(title): not counted in time" }
    guard count > 0 else { return "\(title): not all counted" }
    let limit = RelationshipCounts.limit
    let text = (isWhole && count <= limit ? "" : "≥ ") + NumberText.count(min(count, limit))
    let fate =
      relationship.keepsObjects && mayGo
      ? "which may keep all from being deleted" : relationship.fate(ofOthers: text)
    return "\(title): \(text), \(fate)"
  }
}

nonisolated extension Relationship {
  /// Whether something becomes of the objects that refer to a deleted one by this.
  var losesObjects: Bool {
    switch definition.deleteRule {
    case .cascade, .nullify, .setDefault: true
    case .noAction: definition.isInferred
    case .deny: false
    }
  }

  /// Whether the database, or the model, refuses to delete what others refer to by this.
  var keepsObjects: Bool { definition.deleteRule == .deny && !definition.isInferred }

  /// What becomes of the objects, so many, that refer to a deleted one.
  func fate(ofOthers count: String) -> String {
    let s = count == "1" ? "s" : ""
    return switch definition.deleteRule {
    case .cascade: "deleted too"
    case .nullify: "which then refer\(s) to nothing"
    case .setDefault: "which then refer\(s) to the default"
    case .noAction where definition.isInferred: "which then refer\(s) to what is gone"
    case .deny: "which keep\(s) it from being deleted"
    // Whether the database minds is not told by a model that somebody has written.
    case .noAction: "which refer\(s) to it"
    }
  }
}
