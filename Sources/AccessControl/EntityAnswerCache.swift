package import EntityModel
import RuleEngine
package import RuleEnvironment
import StandardKeys

/// A cache of answers that are equal for all objects of an entity, by entity and question.
///
/// Rules that do not look at rows give the same answer for each object, so each question is evaluated once.
package final class EntityAnswerCache<Answer> {
  /// The key of the cache: an entity's name and the question asked about it, such as a task, or a task and a property.
  private struct Place: Hashable {
    let entity: String
    let question: String
  }

  private var known: [Place: Answer] = [:]
  /// The newest: most objects are of the entity of the one before.
  private var last: (entity: Entity, question: String, answer: Answer)?

  package init() {}

  /// The answer to a question about an entity, a task or a property for instance; found where it is not known.
  package func answer(_ question: String, about entity: Entity, _ find: () -> Answer) -> Answer {
    if let last, last.entity === entity, last.question == question { return last.answer }
    let place = Place(entity: entity.name, question: question)
    let answer = known[place] ?? find()
    known[place] = answer
    last = (entity, question, answer)
    return answer
  }
}

extension EnvironmentValues {
  /// The keys whose values differ from row to row.
  fileprivate static let rowKeys: [any AnyKey] = [
    ObjectKeys.shared.object, ObjectKeys.shared.objectLabel, ModelKeys.shared.propertyValue,
  ]

  /// Whether what a key holds here is the same of all rows: no row was looked at to find it.
  package func isOfAllRows(_ key: any AnyKey) -> Bool { answers(key, without: Self.rowKeys) }
}

extension RuleModel {
  /// Whether rules may look at a row to answer one of some keys.
  package func mayLookAtRows(for keys: [any AnyKey]) -> Bool {
    keys.contains { mayRead(EnvironmentValues.rowKeys, from: $0) }
  }
}
