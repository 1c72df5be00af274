package import EntityModel
package import Qualifiers

/// The list that a link opens: its entity, named fetch, conditions and sort order, before the user changes any.
package struct LinkedList: Sendable {
  /// The entity whose objects are listed.
  let entity: Entity
  /// The fetch of the model that the link names.
  let named: NamedFetchUse?
  /// The conditions that the link writes out; `nil` when it writes none.
  let qualifier: Qualifier?
  /// The conditions as they were written.
  let title: String
  /// The keys of the order that the link gives; empty when it leaves that to the fetch and the rules.
  let sortKeys: [String]

  /// A list as a link describes it.
  package init(
    entity: Entity,
    named: NamedFetchUse?,
    qualifier: Qualifier?,
    title: String,
    sortKeys: [String]
  ) {
    self.entity = entity
    self.named = named
    self.qualifier = qualifier
    self.title = title
    self.sortKeys = sortKeys
  }
}
