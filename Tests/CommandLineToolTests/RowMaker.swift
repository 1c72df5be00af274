import Editing
import EntityModel
import EntityStore
import FoundationEssentials
import Qualifiers
import TestSupport

/// Values for rows, by nothing but what the entity says of itself and what rows there are.
@MainActor
final class RowMaker {
  private let store: EntityStore
  var random: SeededGenerator

  init(store: EntityStore, seed: UInt64) {
    self.store = store
    random = SeededGenerator(seed: seed)
  }

  /// The values of a new row: references lead to rows that exist, what must be unique is new, and the rest is like
  /// that of a row that is there already.
  func values(of entity: Entity, like template: Record?) async throws -> [String: Value] {
    var values: [String: Value] = [:]
    for attribute in entity.attributes {
      let definition = attribute.definition
      guard !definition.isGenerated, definition.derivation == nil, !definition.isRowNumber,
        !definition.isHidden
      else { continue }
      let known = template?.value(forKey: attribute.name) ?? .null
      let isOwn = definition.isUnique || entity.identity.contains(attribute.name)
      if isOwn || (known.isNull && (template == nil || !attribute.isNullable)) {
        values[attribute.name] = fresh(attribute)
      } else if !known.isNull {
        values[attribute.name] = attribute.problem(with: known) == nil ? known : fresh(attribute)
      }
    }
    for relationship in entity.relationships
    where !relationship.isToMany && relationship.definition.path.isEmpty {
      let keys = try await keys(of: relationship)
      for (join, key) in zip(relationship.definition.joins, keys ?? [])
      where values[join.source] != nil {
        values[join.source] = key
      }
      guard keys == nil else { continue }
      // Nobody is there to refer to.
      for join in relationship.definition.joins
      where entity.attribute(named: join.source)?.isNullable == true
        && !entity.identity.contains(join.source)
      {
        values[join.source] = nil
      }
    }
    return values
  }

  /// The keys of a row at the other end; `nil` when there is none.
  private func keys(of relationship: Relationship) async throws -> [Value]? {
    let paths = relationship.definition.joins.map { PropertyPath(components: [$0.destination]) }
    let fetch = FetchSpecification(
      entityName: relationship.definition.destinationName,
      paths: paths
    )
    let window = try? await store.window(fetch, from: .start, count: 20)
    let keys = window?.records.map(\.values).filter { !$0.contains(where: \.isNull) }
    return keys?.randomElement(using: &random)
  }

  /// An attribute of a stored object that can be changed, and another value for it: one that a row has, else a new one.
  func change(of record: Record, among others: [Record]) -> (String, Value)? {
    let entity = record.entity
    let references = Set(entity.relationships.flatMap(\.definition.joins).map(\.source))
    let candidates = entity.attributes.filter { attribute in
      let definition = attribute.definition
      return !definition.isGenerated && definition.derivation == nil && definition.isUpdatable
        && !definition.isHidden && !entity.identity.contains(attribute.name)
        && !references.contains(attribute.name) && !record.isTruncated([attribute.name])
        && record.value(forKey: attribute.name).map { attribute.problem(with: $0) == nil } == true
    }
    let plain = candidates.filter { !$0.definition.isUnique }
    guard let attribute = (plain.isEmpty ? candidates : plain).randomElement(using: &random) else {
      return nil
    }
    let current = record.value(forKey: attribute.name)
    let known =
      attribute.definition.isUnique
      ? [] : others.compactMap { $0.value(forKey: attribute.name) }
    let different = known.filter {
      attribute.problem(with: $0) == nil && $0 != current && !$0.isNull
        && $0.compare(current ?? .null) != .equal
    }
    let value = different.randomElement(using: &random) ?? fresh(attribute)
    return value == current ? nil : (attribute.name, value)
  }

  /// A value that the attribute allows.
  func fresh(_ attribute: Attribute) -> Value {
    let definition = attribute.definition
    if let choice = definition.choices.filter({ !$0.isNull }).randomElement(using: &random) {
      return choice
    }
    switch attribute.type.kind {
    case .integer, .any: return .int(Int64(number(in: definition, digits: 9)))
    case .number: return .double(number(in: definition, digits: 6))
    case .decimal: return .decimal(Decimal(Int(number(in: definition, digits: 5))))
    case .bool: return .bool(Bool.random(using: &random))
    case .date: return .date(Date(timeIntervalSince1970: Double(below(20_000)) * 86_400))
    case .timestamp: return .date(Date(timeIntervalSince1970: Double(below(1_700_000_000))))
    case .time: return .date(Date(timeIntervalSince1970: Double(below(86_400))))
    case .blob: return .data((0..<8).map { _ in UInt8(below(256)) })
    case .text:
      if attribute.type == .json { return .string("{\"n\": \(below(1_000_000))}") }
      let starts: [AttributeType: String] = [.url: "https://example.org/", .email: "a@example.org"]
      return text(starts[attribute.type] ?? "", definition)
    }
  }

  private func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  private func number(in definition: Attribute.Definition, digits: Int) -> Double {
    var (low, high) = (1.0, Double(repeatElement(10, count: digits).reduce(1, *)))
    if let minimum = definition.minimum?.value.double {
      low = minimum + (definition.minimum?.isIncluded == true ? 0 : 1)
      high = max(high, low)
    }
    if let maximum = definition.maximum?.value.double {
      high = maximum - (definition.maximum?.isIncluded == true ? 0 : 1)
      low = min(low, high)
    }
    return Double.random(in: low...high, using: &random).rounded(.down)
  }

  private func text(_ start: String, _ definition: Attribute.Definition) -> Value {
    let length = max(min(definition.width ?? 12, 12), definition.minimumLength ?? 0)
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    let end = (0..<length).map { _ in letters[below(letters.count)] }
    return .string(String((start + String(end)).prefix(max(definition.width ?? 40, 1))))
  }
}

extension Value {
  fileprivate var double: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    case .decimal(let number): Double(number.description)
    default: nil
    }
  }
}
