package import EntityModel
package import Qualifiers

extension EntityStore {
  /// A packer of rows that have a cell for each of `columns`, and of the other attributes of a plan what `constants`, one for
  /// each of `attributes`, say; `nil` where the rows cannot be packed.
  package func packer(
    _ entity: Entity,
    attributes: [String],
    columns: [String],
    constants: [Value?]
  ) -> (any InsertionPacker)? {
    kind.packer(entity, attributes: attributes, columns: columns, constants: constants)
  }
}
