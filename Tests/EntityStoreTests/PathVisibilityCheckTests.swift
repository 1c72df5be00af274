import EntityModel
import EntityStore
import MemoryStore
import Qualifiers
import TestSupport
import Testing

/// Whether what a path leads to may be seen, compared with looking at each of its steps.
struct PathVisibilityCheckTests {
  /// One step of a path: an entity, and the property of it, or `nil` for the entity as a whole.
  private struct Step: Hashable {
    let entity: String
    let name: String?
  }

  /// The steps of a path of the shop, in their order.
  private func steps(of path: PropertyPath, from entity: String) -> [Step] {
    var steps: [Step] = []
    var here = entity
    for name in path.components {
      steps.append(Step(entity: here, name: name))
      guard let kind = MemoryShop.kinds.first(where: { $0.entity == here }),
        kind.reference == name, let destination = kind.destination
      else { break }
      steps.append(Step(entity: destination, name: nil))
      here = destination
    }
    return steps
  }

  @Test func `What is hidden anywhere hides all behind it, and counts more than what is undecided`()
    throws
  {
    var found: [String: Int] = [:]
    for seed in 0..<UInt64(TestLength.of("D2T_PROPERTY_CASES", 2_000)) {
      var random = SeededGenerator(seed: seed)
      let entity = MemoryShop.kinds[random.below(3)].entity
      let path = MemoryShop.path(from: entity, &random)
      let steps = steps(of: path, from: entity)
      var verdicts: [Step: PathVisibilityCheck.Verdict] = [:]
      for step in steps {
        verdicts[step] = random.chance(12) ? .hidden : random.chance(12) ? .undecided : .visible
      }
      let walk = PathVisibilityCheck { place in
        verdicts[Step(entity: place.entity.name, name: place.name)] ?? .visible
      }
      let start = try #require(MemoryShop.model.entity(named: entity))
      let sight = walk.sight(of: path, from: start)
      let hidden = steps.firstIndex { verdicts[$0] == .hidden }
      let undecided = steps.first { verdicts[$0] == .undecided }
      let expected: (kind: String, step: Step?) =
        if let hidden {
          (hidden == steps.count - 1 ? "here" : "on the way", steps[hidden])
        } else {
          (undecided == nil ? "visible" : "undecided", undecided)
        }
      let kind =
        switch sight {
        case .visible: "visible"
        case .hiddenHere: "here"
        case .hiddenOnTheWay: "on the way"
        case .undecided: "undecided"
        }
      let place = sight.obstacle.map { Step(entity: $0.entity.name, name: $0.name) }
      #expect(kind == expected.kind && place == expected.step, "\(path) of \(entity), seed \(seed)")
      found[kind, default: 0] += 1
    }
    #expect(found.count == 4, "\(found)")
  }
}
