import EntityModel
import Qualifiers

/// What a store needs from a kind of database, in terms of the model.
///
/// An adaptor belongs to one store and is used from its thread only. A second kind of database is a second
/// adaptor: it brings its own reflection, dialect and errors; nothing above it knows SQL.
protocol Adaptor: AnyObject {
  /// What the database holds.
  var model: Model { get }
  /// Whether the database itself lets nothing be written.
  var isReadOnly: Bool { get }
  /// The last statements.
  var log: StatementLog { get }
  /// Stops what is running, from any thread.
  var interrupt: @Sendable () -> Void { get }

  func window(
    _ specification: FetchSpecification,
    from anchor: WindowAnchor,
    count: Int,
    isCancelled: () -> Bool
  ) throws(StoreError) -> Window
  func record(_ id: RecordID, paths: [PropertyPath]?) throws(StoreError) -> Record?
  func count(_ specification: FetchSpecification, upTo limit: Int?) throws(StoreError) -> Int
  /// All changes in one transaction, or none.
  func save(_ changes: [Change]) throws(StoreError) -> SaveResult
  func dataVersion() throws(StoreError) -> Int
}
