import EntityModel
import Glibc
import SQLite

extension SQLiteAdaptor {
  /// Opens a source and reads its schema.
  ///
  /// - Throws: ``StoreError/cannotOpen(_:)``: one sentence that names the file and says what to do.
  convenience init(
    opening source: DatabaseSource,
    readOnly: Bool,
    create: Bool,
    shape: (@Sendable (Model) -> Model)? = nil
  ) throws(StoreError) {
    var damage: String?
    let connection: Connection
    var file: FileCheck?
    switch source {
    case .script(let script, let title):
      connection = try Self.run(script, title: title, readOnly: readOnly)
    case .file(let path):
      let check = try FileCheck(path: path, readOnly: readOnly, create: create)
      connection = try Self.open(check, &damage)
      file = check
    }
    do throws(SQLiteError) {
      let model = try SchemaReflection.reflect(
        connection,
        name: source.title,
        isDamaged: damage != nil
      )
      let shaped = shape?(model) ?? model
      // What is damaged is looked at from one side only.
      let openCompanion = damage == nil ? file?.companion(shaped) : nil
      try self.init(connection, model: shaped, damage: damage, openCompanion: openCompanion)
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

  /// Opens a file; `damage` says what SQLite refuses of its schema, where the rest can be used.
  private static func open(
    _ file: FileCheck,
    _ damage: inout String?
  ) throws(StoreError) -> Connection {
    do throws(SQLiteError) {
      let connection = try file.open()
      damage = try lookForDamage(connection)
      return connection
    } catch {
      throw .cannotOpen("\(file.path): \(file.sentence(for: error))")
    }
  }

  /// The first statement: it finds out whether the file is a database at all, and whether it is locked.
  private static func lookForDamage(_ connection: Connection) throws(SQLiteError) -> String? {
    do throws(SQLiteError) {
      _ = try connection.scalar("SELECT count(*) FROM sqlite_schema")
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

/// Looks at a file before SQLite does, so that the reason why it cannot be opened is the real one.
struct FileCheck {
  let path: String
  let mode: Connection.Mode

  /// - Throws: ``StoreError/cannotOpen(_:)`` for what is no file that could be opened.
  init(path: String, readOnly: Bool, create: Bool) throws(StoreError) {
    self.path = path
    var status = stat()
    guard stat(path, &status) == 0 else {
      switch errno {
      case ENOENT where create && !readOnly:
        mode = .create
        return
      case ENOENT:
        throw .cannotOpen("\(path): there is no such file; --create makes a new database.")
      case EACCES: throw .cannotOpen("\(path): you may not look into its folder.")
      case ENOTDIR: throw .cannotOpen("\(path): part of the path is a file and no folder.")
      default: throw .cannotOpen("\(path): \(String(cString: strerror(errno))).")
      }
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .cannotOpen("\(path): this is a folder; name a database file in it.")
    default: throw .cannotOpen("\(path): this is no regular file.")
    }
    guard access(path, R_OK) == 0 else {
      throw .cannotOpen("\(path): you may not read this file.")
    }
    guard status.st_size > 0 || create else {
      throw .cannotOpen("\(path): the file is empty; --create makes a database of it.")
    }
    let isWritable = access(path, W_OK) == 0
    mode = readOnly || !isWritable ? .readOnly : .readWrite
  }

  /// Opens the file.
  ///
  /// A WAL database needs its side files to be read. Where they neither exist nor may be made, or where reading only
  /// would leave them behind, the file alone is all there is.
  func open() throws(SQLiteError) -> Connection {
    guard mode == .readOnly, isWAL, access(path + "-wal", F_OK) != 0 else {
      return try Connection(path: path, mode: mode)
    }
    return try Connection(path: path, mode: .immutable)
  }

  /// Opens the file once more, to count and sort its rows in temporary tables.
  func companion(_ model: Model) -> @Sendable () throws(StoreError) -> sending any Adaptor {
    { () throws(StoreError) in
      do throws(SQLiteError) {
        let isAlone = isWAL && access(path + "-wal", F_OK) != 0
        let connection = try Connection(
          path: path,
          mode: mode == .readOnly && isAlone ? .immutable : .readOnly,
          temporaryTables: true
        )
        return try SQLiteAdaptor(connection, model: model)
      } catch {
        throw .cannotOpen("\(path): \(sentence(for: error))")
      }
    }
  }

  /// Bytes 18 and 19 of the header say which journal the file is written with.
  private var isWAL: Bool { header.count == 20 && header[18] == 2 && header[19] == 2 }

  private var header: [UInt8] {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 20)
    let count = read(descriptor, &bytes, bytes.count)
    return Array(bytes.prefix(max(count, 0)))
  }

  /// What SQLite says when the file is looked at first, in words that help.
  func sentence(for error: SQLiteError) -> String {
    let isPlain = String(decoding: header.prefix(15), as: UTF8.self) == "SQLite format 3"
    if error.reason == .notADatabase, !isPlain {
      return "this is no SQLite database, or it is encrypted."
    }
    return Self.sentence(for: error)
  }

  /// What SQLite says when the schema is read.
  static func sentence(for error: SQLiteError) -> String {
    switch error.reason {
    case .notADatabase, .corrupt:
      "the database is damaged (\(error.message)); restore it from a copy."
    case .busy:
      "another program has locked the database; try again when it is done."
    case .readOnly, .noPermission:
      "its journal has unfinished changes, which cannot be read without write access to the folder."
    case .cannotOpen:
      "the database cannot be opened (\(error.message)); check the rights of its folder."
    default:
      "the schema cannot be read (\(error.message))."
    }
  }
}
