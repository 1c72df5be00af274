import EntityModel
import EntityStore
import Glibc
import SQLite

/// The checked files of a store, the main database and the attached ones, for opening the connection.
struct DatabaseFiles {
  /// `nil` for a database in memory.
  private var main: DatabaseFileCheck?
  private var attached: [(name: String, file: DatabaseFileCheck)]

  /// - Throws: ``StoreError/cannotOpen(_:)`` for what is no file that could be opened, and for one named twice.
  init(
    _ source: DatabaseSource,
    _ attached: [AttachedFile],
    readOnly: Bool,
    create: Bool
  ) throws(StoreError) {
    main = try (source.script == nil ? source.address : nil).map { path throws(StoreError) in
      try DatabaseFileCheck(path: path, readOnly: readOnly, create: create)
    }
    self.attached = try attached.map { file throws(StoreError) in
      (file.name, try DatabaseFileCheck(path: file.path, readOnly: readOnly, isAttached: true))
    }
    var known = [main?.identity].compactMap(\.self)
    for (name, file) in self.attached {
      guard let identity = file.identity else { continue }
      guard !known.contains(identity) else {
        throw .cannotOpen(
          "\(file.path): this file is already open; do not attach it again as \(name)."
        )
      }
      known.append(identity)
    }
  }

  /// The schema names of the databases in SQL, the main one first.
  var schemaNames: [String] { [TableName.mainSchema] + attached.map(\.name) }

  /// The files as they are open now.
  var open: OpenFiles {
    OpenFiles(([main].compactMap(\.self) + attached.map(\.file)).map(\.path), main: main?.path)
  }

  /// Whether nothing can be written to any of them.
  var isSealed: Bool {
    main?.mode.isReadOnly == true && attached.allSatisfy(\.file.mode.isReadOnly)
  }

  /// Why nothing can be written, where that was not asked for; `nil` while one of the files can be.
  var readOnlyReason: String? { isSealed ? main?.readOnlyReason : nil }

  /// Why some of the files cannot be written though others can, by the names of their databases.
  var readOnlyReasons: [String: String] {
    guard !isSealed else { return [:] }
    var reasons: [String: String] = [:]
    reasons[TableName.mainSchema] = main?.sentenceAboutWriting
    for (name, file) in attached { reasons[name] = file.sentenceAboutWriting }
    return reasons
  }

  /// A sentence about files read as they stand, without locks; `nil` when all are read as always.
  var readingNote: String? {
    let notes = ([main].compactMap(\.self) + attached.map(\.file)).compactMap(\.readingNote)
    return notes.isEmpty ? nil : notes.joined(separator: "; ")
  }

  // MARK: Opening

  /// Opens the main file; `damage` says what SQLite refuses of its schema, where the rest can be used.
  mutating func open(_ damage: inout String?) throws(StoreError) -> Connection {
    guard let main else { preconditionFailure("a database in memory is not a file") }
    do throws(SQLiteError) {
      let connection = try Connection(
        path: main.path,
        mode: main.openingMode,
        sealed: isSealed
      )
      try connection.distrustSchema()
      damage = try Self.probeFile(connection)
      return connection
    } catch {
      if let immutableFallback = main.immutableFallback(after: error) {
        self.main = immutableFallback
        return try open(&damage)
      }
      throw .cannotOpen("\(main.path): \(main.sentence(for: error))")
    }
  }

  /// Attaches the other files; when one cannot be, a file that was made for the main database is removed again.
  mutating func attachAll(to connection: Connection) throws(StoreError) {
    do throws(StoreError) {
      try attach(to: connection)
    } catch {
      if let main, main.mode == .create { unlink(main.path) }
      throw error
    }
  }

  private mutating func attach(to connection: Connection) throws(StoreError) {
    let limit = connection.attachmentLimit
    guard attached.count <= limit else {
      throw .cannotOpen(
        "\(attached[limit].file.path): SQLite attaches at most \(limit) files; leave some out."
      )
    }
    for index in attached.indices { try attach(index, to: connection) }
    do throws(SQLiteError) {
      try connection.endAttaching()
    } catch {
      throw .cannotOpen("\(main?.path ?? ""): \(DatabaseFileCheck.sentence(for: error))")
    }
  }

  private mutating func attach(_ index: Int, to connection: Connection) throws(StoreError) {
    let (name, file) = attached[index]
    do throws(SQLiteError) {
      // A script is the program's own, what is attached to it is not.
      if connection.schemaTrust == .given { try connection.distrustSchema() }
      try InnocuousFunctions.trusting(connection) { () throws(SQLiteError) in
        try connection.attach(path: file.path, mode: file.openingMode, as: name)
      }
    } catch {
      guard let immutableFallback = file.immutableFallback(after: error) else {
        throw .cannotOpen("\(file.path): \(file.sentence(for: error))")
      }
      attached[index].file = immutableFallback
      try attach(index, to: connection)
    }
  }

  /// Returns a closure that opens the second connection to all files, for counting and sorting rows in temporary tables.
  ///
  /// The connection gets the given trust. It reads the files opened first, never files that replaced them. `nil` for a database
  /// in memory.
  func openingAgain(
    _ model: Model,
    _ openFiles: OpenFiles,
    trusting trust: Connection.SchemaTrust
  ) -> (@Sendable () throws(StoreError) -> sending any Adaptor)? {
    guard let main else { return nil }
    return { () throws(StoreError) in
      do throws(SQLiteError) {
        let connection = try Connection(
          path: main.path,
          mode: main.readingMode,
          temporaryTables: true
        )
        for (name, file) in attached {
          try connection.attach(path: file.path, mode: file.readingMode, as: name)
        }
        try connection.endAttaching()
        try connection.distrustSchema()
        if case .needed(let reason) = trust { try connection.trustSchema(because: reason) }
        return try SQLiteAdaptor(
          connection,
          model: model,
          schemaNames: schemaNames,
          openFiles: openFiles
        )
      } catch {
        throw .cannotOpen("\(main.path): \(main.sentence(for: error))")
      }
    }
  }

  /// The first statement: it finds out whether the file is a database at all, and whether it is locked.
  private static func probeFile(_ connection: Connection) throws(SQLiteError) -> String? {
    do throws(SQLiteError) {
      _ = try InnocuousFunctions.trusting(connection) { () throws(SQLiteError) in
        try connection.scalar("SELECT count(*) FROM main.sqlite_schema")
      }
      return nil
    } catch {
      guard error.reason == .corrupt, (try? connection.tolerateDamagedSchema()) != nil,
        // Of a file without a single table left nothing can be shown but the damage.
        let count = try? connection.scalar(
          "SELECT count(*) FROM pragma_table_list WHERE schema = 'main' AND name <> 'sqlite_schema'"
        ), count != .int(0)
      else { throw error }
      return error.message
    }
  }
}
