package import EntityModel
package import EntityStore
import FoundationEssentials
package import Qualifiers
import StandardKeys

extension EntityStore {
  /// A sentence about the rows that a condition leaves out because what they hold in a column of days or moments comes neither
  /// before nor behind a day; `nil` without such rows.
  ///
  /// Rows are counted only where ``EntityModel/Attribute/holdsOtherThanDays`` says that there may be some.
  package func sentenceAboutUnplacedDays(
    _ condition: Qualifier?,
    of entity: Entity,
    timeLimit: Duration? = nil
  ) async -> String? {
    var sentences: [String] = []
    for path in condition?.orderedPaths ?? [] {
      guard let attribute = entity.property(at: path).attribute, attribute.holdsOtherThanDays else {
        continue
      }
      let name = attribute.displayName
      let (all, placed) = attribute.placing(path)
      func count(_ qualifier: Qualifier) async throws(StoreError) -> Int {
        let rows = FetchSpecification(entityName: entity.name, qualifier: qualifier)
        return try await self.count(rows, timeLimit: timeLimit)
      }
      let noun = attribute.type.kind == .date ? "day" : "moment"
      do throws(StoreError) {
        let number = try await count(all) - count(placed)
        guard number > 0 else { continue }
        let rows = number == 1 ? "1 row holds" : "\(number) rows hold"
        sentences.append(
          "\(name): \(rows) a text or number that is no \(noun), and < and > leave "
            + (number == 1 ? "it out" : "them out")
        )
      } catch {
        sentences.append("\(name): rows that hold no \(noun) are left out, and not counted")
      }
    }
    return sentences.isEmpty ? nil : sentences.joined(separator: "; ")
  }
}

extension Attribute {
  /// The conditions that all rows with a value at `path` meet, and those whose value has a place among days.
  fileprivate nonisolated func placing(_ path: PropertyPath) -> (all: Qualifier, placed: Qualifier)
  {
    let value = Qualifiers.Expression(.path(path))
    func comparing(_ comparison: Qualifier.Operator, _ other: Value) -> Qualifier {
      .comparison(value, comparison, Qualifiers.Expression(.literal(other)))
    }
    let day = Value.date(Date(timeIntervalSinceReferenceDate: 0))
    var all: [Qualifier] = [.not(.isNull(value)), comparing(.notEqual, .string(""))]
    if definition.zeroIsNever {
      all += [comparing(.notEqual, .int(0)), comparing(.notEqual, .int(-1))]
    }
    return (.all(all), .any([comparing(.less, day), comparing(.greaterOrEqual, day)]))
  }
}

extension Qualifier {
  /// The paths to values that this compares by their order, each once.
  fileprivate nonisolated var orderedPaths: [PropertyPath] {
    var found: [PropertyPath] = []
    func note(_ sides: Qualifiers.Expression...) {
      for case .path(let path) in sides.map(\.kind) where !found.contains(path) {
        found.append(path)
      }
    }
    eachCondition { qualifier in
      switch qualifier {
      case .comparison(let left, .less, let right), .comparison(let left, .lessOrEqual, let right),
        .comparison(let left, .greater, let right),
        .comparison(let left, .greaterOrEqual, let right):
        note(left, right)
      case .between(let tested, let low, let high): note(tested, low, high)
      default: break
      }
    }
    return found
  }
}
