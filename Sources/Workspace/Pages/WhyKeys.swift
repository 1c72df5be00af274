import EntityModel
package import RuleEnvironment
import StandardKeys

/// The selection of rule keys that explain the page element under the cursor, most important first, for the report on rules.
///
/// A field lists the editing keys before others, a column the list keys.
package struct WhyKeys {
  /// The place.
  package let scope: EnvironmentValues
  /// The kinds of properties for which keys are read, for keys that are not read for all.
  package let kindsReading: [String: Set<String>]

  package init(scope: EnvironmentValues, kindsReading: [String: Set<String>]) {
    (self.scope, self.kindsReading) = (scope, kindsReading)
  }

  /// The names of the keys.
  package var names: [String] {
    guard !scope[ModelKeys.shared.propertyKey].isEmpty else {
      return scope[ModelKeys.shared.entity] == nil ? Self.ofDatabase : ofPage
    }
    let names =
      switch scope.taskName {
      case .edit, .create: Self.shown + Self.entered + Self.drawn
      case .list, .select: Self.shown + Self.drawn + Self.ofColumns + Self.entered
      default: Self.shown + Self.drawn + Self.entered
      }
    return names.filter { kindsReading[$0]?.contains(kind) != false }
  }

  private var kind: String {
    guard let relationship = scope[ModelKeys.shared.relationship] else {
      return scope[ModelKeys.shared.attribute]?.typeName ?? ""
    }
    return (relationship.isToMany ? PropertyKind.toMany : .toOne).name
  }

  private var ofPage: [String] {
    scope[ObjectKeys.shared.object] == nil
      ? ["page"] + Self.ofColumns + Self.ofEntity
      : ["page", "title"] + Self.ofObject + Self.ofEntity
  }

  private static let shown = ["component", "formatter", "displayNameForProperty"]
  private static let drawn = [
    "color", "style", "width", "alignment", "displayStringForNil", "rowComponent", "rows",
    "hideEmptyProperty", "isPropertyVisible",
  ]
  private static let entered = [
    "isPropertyEditable", "isObjectEditable", "choices", "allowsOtherValues", "isMandatory",
    "validation", "length", "hint",
  ]
  private static let ofColumns = [
    "displayPropertyKeys", "columnOrder", "hiddenColumns", "sortOrderings", "detailPlacement",
    "detailWidth",
  ]
  private static let ofObject = [
    "displayPropertyKeys", "sections", "tabs", "isObjectEditable", "isObjectDeletable", "color",
    "style",
  ]
  private static let ofEntity = [
    "rowComponent", "labelKey", "pageWrapper", "navigationBarTitle", "displayNameForEntity",
    "restrictingQualifier", "isEntityReadOnly", "isEntityCreatable", "nextTask", "actions",
  ]
  private static let ofDatabase = [
    "page", "pageWrapper", "title", "menuEntityNames", "menuSections", "visibleEntityNames",
    "nextTask", "actions", "look", "locale",
    "keyBindings",
  ]
}
