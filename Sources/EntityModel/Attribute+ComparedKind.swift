package import Qualifiers

extension Attribute {
  /// The kind of its values in comparisons.
  package var comparedKind: ComparedKind {
    guard definition.customType == nil, !holdsOtherThanDays else { return .anything }
    return switch type.kind {
    case .integer: .whole
    case .number: .number
    case .decimal: .decimal
    case .bool: .truth
    case .date, .timestamp, .time:
      definition.zeroIsNever
        ? .dateOrNever : type.kind == .date ? .day : type.kind == .time ? .time : .date
    case .text: .text
    case .blob: .bytes
    case .any: .anything
    }
  }
}

extension Entity {
  /// The kind of the values at a path in comparisons; `anything` unless an attribute is there.
  package func comparedKind(at path: PropertyPath) -> ComparedKind {
    comparedKind(at: path) { attribute, _ in attribute.comparedKind }
  }

  /// The kind of the dates at a path.
  package func dateKind(at path: PropertyPath) -> ComparedKind {
    comparedKind(at: path) { attribute, _ in
      switch attribute.type.kind {
      case .date: .day
      case .time: .time
      case .timestamp: .date
      default: .anything
      }
    }
  }

  /// The kind of the values at a path, where `kind` says that of an attribute of an entity.
  func comparedKind(
    at path: PropertyPath,
    _ kind: (Attribute, Entity) -> ComparedKind
  ) -> ComparedKind {
    guard path.last != "@count" else { return .whole }
    let hops = hops(along: path.components)
    guard let last = hops.last, hops.count == path.components.count,
      let attribute = last.entity.attribute(named: last.name)
    else { return .anything }
    return kind(attribute, last.entity)
  }
}

extension AttributeType {
  /// The type that holds values of a kind.
  package init(_ kind: ComparedKind) {
    self =
      switch kind {
      case .whole: .integer
      case .decimal: .decimal
      case .number: .number
      case .truth: .bool
      case .day: .date
      case .time: .time
      case .date, .dateOrNever: .timestamp
      case .text: .string
      case .object, .bytes, .anything: .any
      }
  }
}
