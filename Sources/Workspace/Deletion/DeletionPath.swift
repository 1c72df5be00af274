package import Diagnostics
package import EntityModel
package import EntityStore

/// A path of relationships by which other objects refer to deleted objects, or to objects deleted along with them.
///
/// Holds the referenced objects, how many objects refer to them, and whether these may be deleted as well.
package struct DeletionPath {
  /// The display names of the relationships on the path.
  package let titles: [String]
  /// The relationships on the way, cycles cut out.
  package let path: [Relationship]
  /// The objects that are referred to; perhaps only some.
  package private(set) var sources: [RecordID]
  /// How many refer to them; `nil` where that was not counted in time.
  package var count: Int?
  /// Whether there are no more.
  package var isWhole = false
  /// Whether the ones that refer may go as well, and keep nothing then.
  package let mayGo: Bool
  /// Whether triggers may delete or change the ones that refer.
  package let hasTriggers: Bool

  /// A way of which nothing is counted yet.
  package init(
    titles: [String],
    path: [Relationship],
    sources: [RecordID],
    mayGo: Bool,
    hasTriggers: Bool
  ) {
    (self.titles, self.path, self.sources) = (titles, path, sources)
    (self.mayGo, self.hasTriggers) = (mayGo, hasTriggers)
  }

  /// Adds what refers by the same relationship to objects further on.
  package mutating func add(_ other: DeletionPath) {
    sources += other.sources
    isWhole = isWhole && other.isWhole && count != nil && other.count != nil
    if count != nil || other.count != nil { count = (count ?? 0) + (other.count ?? 0) }
  }

  /// The relationship by which the objects refer.
  package var relationship: Relationship { path[path.count - 1] }
  /// Whether the objects go along.
  package var isCascade: Bool { relationship.definition.deleteRule == .cascade }
  /// How many relationships away it is.
  package var level: Int { titles.count }
  /// The titles joined, `Orders › Lines`; the middle of a long way is left out.
  package var title: String {
    let isLong = titles.count > 4
    return (isLong ? [titles[0], "…"] + titles.suffix(2) : titles).joined(separator: " › ")
  }
  /// Whether the deletion must fail for it.
  package var isRefusing: Bool {
    relationship.keepsObjects && !mayGo && count.map { $0 > 0 } == true
  }

  /// The effect on the objects: `Orders › Lines: ≥ 500, deleted too`.
  package var sentence: String {
    guard let count else { return "\(title): not counted in time" }
    guard count > 0 else { return "\(title): not all counted" }
    let text = (isWhole ? "" : "≥ ") + NumberText.count(count)
    return "\(title): \(text), \(fate(ofOthers: text))"
  }

  private func fate(ofOthers count: String) -> String {
    if relationship.keepsObjects, mayGo { return "which may prevent the deletion" }
    if relationship.definition.deleteRule == .noAction, hasTriggers {
      return "which triggers of the database may delete or change"
    }
    return relationship.fate(ofOthers: count)
  }
}

extension DeletionPath {
  /// The sentence where something else keeps the deletion: `Orders: 12, would be deleted too`.
  package var sentenceWhereKept: String {
    let rule = relationship.definition.deleteRule
    guard let count, count > 0, rule == .cascade || rule == .nullify || rule == .setDefault else {
      return sentence
    }
    let text = (isWhole ? "" : "≥ ") + NumberText.count(count)
    let fate = relationship.fate(ofOthers: text, isKept: true)
    return "\(title): \(text), \(fate)"
  }
}

nonisolated extension Relationship {
  /// Whether something becomes of the objects that refer to a deleted one by this.
  package var losesObjects: Bool {
    switch definition.deleteRule {
    case .cascade, .nullify, .setDefault: true
    case .noAction: definition.isInferred
    case .deny: false
    }
  }

  /// Whether the database, or the model, refuses to delete what others refer to by this.
  package var keepsObjects: Bool { definition.deleteRule == .deny && !definition.isInferred }

  /// Returns the effect of a deletion on `count` objects that refer to a deleted one.
  ///
  /// Parameter `isKept`: Whether the deletion is prevented, so that the effect is hypothetical.
  package func fate(ofOthers count: String, isKept: Bool = false) -> String {
    let s = count == "1" ? "s" : ""
    let refer = isKept ? "would then refer" : "then refer\(s)"
    return switch definition.deleteRule {
    case .cascade: isKept ? "would be deleted too" : "deleted too"
    case .nullify: "which \(refer) to nothing"
    case .setDefault: "which \(refer) to the default"
    case .noAction where definition.isInferred: "which then refer\(s) to a deleted row"
    case .deny: "which prevent\(s) the deletion"
    // Whether the database minds is not told by a model that somebody has written.
    case .noAction: "which refer\(s) to it"
    }
  }
}

extension DeletionEffects {
  /// An entry for each way, beside those of the deleted objects; many objects at once have no id.
  package var json: [JSON] {
    told.compactMap { way in
      guard let entity = way.relationship.destination else { return nil }
      let action =
        switch way.relationship.definition.deleteRule {
        case .cascade: "delete"
        case .nullify, .setDefault: "update"
        case .deny, .noAction: "keep"
        }
      return .object([
        ("entity", .string(entity.name)), ("id", .null), ("action", .string(action)),
        ("properties", .object([])),
        ("along", .array(way.path.map { .string($0.name) })),
        ("count", way.count.map { .int(Int64($0)) } ?? .null), ("isExact", .bool(way.isWhole)),
      ])
    }
  }
}
