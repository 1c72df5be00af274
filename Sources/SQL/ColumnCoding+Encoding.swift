package import EntityStore
package import Formatting
package import Qualifiers

extension ColumnCoding {
  /// The value as the column stores it, see ``ColumnCoding/encoded(_:)``.
  ///
  /// - Throws: ``StoreError/unsupported(_:)`` for lists, dictionaries and objects.
  package func encode(_ value: Value) throws(StoreError) -> Value {
    guard let stored = encoded(value) else {
      throw .unsupported("A column cannot hold a list or an object.")
    }
    return stored
  }
}
