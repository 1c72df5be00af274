import Qualifiers
import RuleEnvironment
import RuleEngine

/// How paths and page configurations of Direct to Web are spelled here, and back.
///
/// Direct to Web knows `smartAttribute.className`, where here an attribute has a `type`: such a path is a key as a whole,
/// which rules answer. A page configuration is `ListMovie` there, `listMovie` here.
struct DirectToWebNames {
  /// Paths that are keys as a whole.
  private let wholePaths: Set<String>

  init(vocabulary: Vocabulary) {
    wholePaths = Set(vocabulary.names.filter { $0.contains(".") })
  }

  /// A path of Direct to Web as one of ours: the longest beginning that is a key as a whole is one name.
  func ours(_ path: PropertyPath) -> PropertyPath {
    guard path.components.count > 1, !wholePaths.isEmpty else { return path }
    for count in stride(from: path.components.count, to: 1, by: -1) {
      let name = path.components.prefix(count).joined(separator: ".")
      if wholePaths.contains(name) {
        return PropertyPath(components: [name] + path.components.dropFirst(count))
      }
    }
    return path
  }

  /// A condition of Direct to Web as one of ours.
  func ours(_ condition: Qualifier) -> Qualifier {
    condition.spelled(path: ours, pageConfiguration: Self.lowercasingFirst)
  }

  /// A value of Direct to Web as one of ours.
  func ours(_ value: Expression) -> Expression {
    value.spelled(path: ours, pageConfiguration: Self.lowercasingFirst)
  }

  /// A condition of ours as one of Direct to Web.
  static func foreign(_ condition: Qualifier) -> Qualifier {
    condition.spelled(
      path: { PropertyPath($0.description) },
      pageConfiguration: uppercasingFirst
    )
  }

  private static func lowercasingFirst(_ text: String) -> String {
    text.prefix(1).lowercased() + text.dropFirst()
  }

  private static func uppercasingFirst(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}

extension Qualifier {
  /// The condition with other paths, and other texts beside `pageConfiguration`.
  fileprivate func spelled(
    path: @escaping (PropertyPath) -> PropertyPath,
    pageConfiguration change: @escaping (String) -> String
  ) -> Qualifier {
    let spell = { (part: Expression) in part.spelled(path: path, pageConfiguration: change) }
    switch self {
    case .constant: return self
    case .comparison(let left, let comparison, let right):
      if left.path?.components == ["pageConfiguration"],
        case .literal(.string(let text)) = right.kind
      {
        let name = Expression(.literal(.string(change(text))), span: right.span)
        return .comparison(left, comparison, name)
      }
      return .comparison(spell(left), comparison, spell(right))
    case .isNull(let operand): return .isNull(spell(operand))
    case .between(let operand, let low, let high):
      return .between(spell(operand), spell(low), spell(high))
    case .in(let operand, let members): return .in(spell(operand), spell(members))
    case .truth(let operand): return .truth(spell(operand))
    case .and(let parts):
      return .and(parts.map { $0.spelled(path: path, pageConfiguration: change) })
    case .or(let parts):
      return .or(parts.map { $0.spelled(path: path, pageConfiguration: change) })
    case .not(let inside): return .not(inside.spelled(path: path, pageConfiguration: change))
    }
  }
}

extension Expression {
  fileprivate func spelled(
    path: @escaping (PropertyPath) -> PropertyPath,
    pageConfiguration change: @escaping (String) -> String
  ) -> Expression {
    let spell = { (part: Expression) in part.spelled(path: path, pageConfiguration: change) }
    let spelled: Kind
    switch kind {
    case .path(let old): spelled = .path(path(old))
    case .variable(let old): spelled = .variable(path(old))
    case .list(let elements): spelled = .list(elements.map(spell))
    case .dictionary(let entries): spelled = .dictionary(entries.mapValues(spell))
    case .template(let parts): spelled = .template(parts.map(spell))
    case .conditional(let test, let positive, let negative):
      spelled = .conditional(
        test.spelled(path: path, pageConfiguration: change),
        spell(positive),
        spell(negative)
      )
    case .condition(let test):
      spelled = .condition(test.spelled(path: path, pageConfiguration: change))
    default: return self
    }
    return Expression(spelled, span: span)
  }
}
