import EntityModel
import EntityStore
import SQLite

extension SQLiteAdaptor {
  /// Opens a source with the files attached to it, and reads their schemas.
  ///
  /// - Throws: ``StoreError/cannotOpen(_:)``: one sentence that names the file and says what to do.
  convenience init(
    opening source: DatabaseSource,
    _ options: OpeningOptions
  ) throws(StoreError) {
    let attached = options.attachedFiles
    var files = try DatabaseFiles(
      source,
      attached,
      readOnly: options.isReadOnly,
      create: options.createsMissing
    )
    let connection: Connection
    var damage: String?
    if let script = source.script {
      connection = try Self.run(script, title: source.title, readOnly: options.isReadOnly)
    } else {
      connection = try files.open(&damage)
    }
    try files.attachAll(to: connection)
    do throws(SQLiteError) {
      let model = try SchemaReflection.reflect(
        connection,
        name: source.title,
        attached: attached.map(\.name),
        readOnlyReasons: files.readOnlyReasons,
        conventions: options.conventions,
        isDamaged: damage != nil
      )
      let shaped = options.shape?(model) ?? model
      let openFiles = files.open
      try self.init(
        connection,
        model: shaped,
        schemaNames: files.schemaNames,
        damage: damage,
        readOnlyReason: files.readOnlyReason,
        readingNote: files.readingNote,
        openFiles: openFiles,
        // What is damaged is looked at from one side only.
        openBackgroundConnection: damage == nil
          ? files.openingAgain(shaped, openFiles, trusting: connection.schemaTrust) : nil
      )
    } catch {
      throw .cannotOpen("\(source.address): \(DatabaseFileCheck.sentence(for: error))")
    }
  }

  private static func run(
    _ script: String,
    title: String,
    readOnly: Bool
  ) throws(StoreError) -> Connection {
    do throws(SQLiteError) {
      let connection = try Connection()
      try connection.execute(script)
      if readOnly { try connection.makeReadOnly() }
      return connection
    } catch {
      throw .cannotOpen("\(title): its script fails: \(error.message).")
    }
  }
}
