import Qualifiers
import RuleEngine
import RuleEnvironment

/// A translator of property paths and page configuration names between Direct to Web and this program.
///
/// Direct to Web writes `smartAttribute.className`, where here an attribute has a `type`: such a path is one key, which rules
/// answer. A page configuration is `ListMovie` there, `listMovie` here.
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
  fileprivate func spelled(
    path: (PropertyPath) -> PropertyPath,
    pageConfiguration change: (String) -> String
  ) -> Qualifier {
    if case .comparison(let left, let comparison, let right) = self,
      left.path?.components == ["pageConfiguration"],
      case .literal(.string(let text)) = right.kind
    {
      let name = Expression(.literal(.string(change(text))), span: right.span)
      return .comparison(left, comparison, name)
    }
    return mapParts(
      { $0.spelled(path: path, pageConfiguration: change) },
      { $0.spelled(path: path, pageConfiguration: change) }
    ) ?? self
  }
}

extension Expression {
  fileprivate func spelled(
    path: (PropertyPath) -> PropertyPath,
    pageConfiguration change: (String) -> String
  ) -> Expression {
    switch kind {
    case .path(let old): Expression(.path(path(old)), span: span)
    case .variable(let old): Expression(.variable(path(old)), span: span)
    case .call, .dateOffset, .qualifier: self
    default:
      mapParts(
        { $0.spelled(path: path, pageConfiguration: change) },
        { $0.spelled(path: path, pageConfiguration: change) }
      ) ?? self
    }
  }
}
