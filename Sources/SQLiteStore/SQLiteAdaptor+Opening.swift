import EntityModel
import EntityStore
import SQLite

extension SQLiteAdaptor {
  /// Opens a source with the files attached to it, and reads their schemas.
  ///
  /// - Throws: ``StoreError/cannotOpen(_:)``: one sentence that names the file and says what to do.
  convenience init(
    opening source: DatabaseSource,
    attaching attached: [AttachedFile] = [],
    readOnly: Bool,
    create: Bool,
    conventions: [any SchemaConvention] = [],
    shape: (@Sendable (Model) -> Model)? = nil
  ) throws(StoreError) {
    var files = try DatabaseFiles(source, attached, readOnly: readOnly, create: create)
    let connection: Connection
    var damage: String?
    switch source {
    case .script(let script, let title):
      connection = try Self.run(script, title: title, readOnly: readOnly)
    case .file: connection = try files.open(&damage)
    }
    try files.attachAll(to: connection)
    do throws(SQLiteError) {
      let model = try SchemaReflection.reflect(
        connection,
        name: source.title,
        attached: attached.map(\.name),
        readOnlyReasons: files.readOnlyReasons,
        conventions: conventions,
        isDamaged: damage != nil
      )
      let shaped = shape?(model) ?? model
      let openFiles = OpenFiles(files.paths)
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
      throw .cannotOpen("\(source.path ?? source.title): \(FileCheck.sentence(for: error))")
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
