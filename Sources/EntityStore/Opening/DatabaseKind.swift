package import EntityModel
import Glibc

/// A kind of database: the scheme of its URLs, and how those are opened.
///
/// An application lists the kinds that it opens. The first of them needs no scheme: a plain path is a database of it.
package struct DatabaseKind: Sendable {
  /// Opens a database, on the thread of its store.
  package typealias Open =
    @Sendable (DatabaseSource, OpeningOptions) throws(StoreError) -> sending any Adaptor

  /// The URL scheme of the kind, without the colon: `sqlite`.
  package let scheme: String
  /// Whether an address is a path, so that rule files may lie beside the database.
  package let isInFiles: Bool
  /// Whether tables of other files can be shown beside its own.
  package let attachesFiles: Bool
  /// Whether a file, by its first bytes, is a database of this kind.
  package let recognizes: @Sendable (String) -> Bool
  /// Makes a new database with the tables of a model at an address; `nil` for a kind that makes none.
  package let make: (@Sendable (Model, String) throws(StoreError) -> Void)?
  /// Opens a database.
  package let open: Open

  /// A kind with a scheme in lower case.
  package init(
    _ scheme: String,
    isInFiles: Bool = false,
    attachesFiles: Bool = false,
    recognizes: @escaping @Sendable (String) -> Bool = { _ in false },
    make: (@Sendable (Model, String) throws(StoreError) -> Void)? = nil,
    open: @escaping Open
  ) {
    (self.scheme, self.isInFiles, self.attachesFiles) = (scheme, isInFiles, attachesFiles)
    (self.recognizes, self.make, self.open) = (recognizes, make, open)
  }

  /// The option that such a database cannot be opened with, in a sentence; `nil` where there is none.
  fileprivate func refusal(of options: OpeningOptions) -> String? {
    if !attachesFiles, !options.attachedFiles.isEmpty {
      return "a '\(scheme)' database takes no attached files; leave --attach out."
    }
    if make == nil, options.createsMissing {
      return "a '\(scheme)' database cannot be created; leave --create out."
    }
    return nil
  }
}

/// How a database is to be opened.
package struct OpeningOptions: Sendable {
  /// Files whose tables are entities too.
  package var attachedFiles: [AttachedFile]
  /// Whether nothing is written to any file, whatever is asked later.
  package var isReadOnly: Bool
  /// Whether a missing database is made.
  package var createsMissing: Bool
  /// The databases of other programs that are known.
  package var conventions: [any SchemaConvention]
  /// Transforms the reflected model, to apply a model file to it; `nil` to use it unchanged.
  package var shape: (@Sendable (Model) -> Model)?

  /// A database as it is, unless something else is said.
  package init(
    attachedFiles: [AttachedFile] = [],
    isReadOnly: Bool = false,
    createsMissing: Bool = false,
    conventions: [any SchemaConvention] = [],
    shape: (@Sendable (Model) -> Model)? = nil
  ) {
    (self.attachedFiles, self.isReadOnly) = (attachedFiles, isReadOnly)
    self.createsMissing = createsMissing
    (self.conventions, self.shape) = (conventions, shape)
  }
}

extension [DatabaseKind] {
  /// The kind with a scheme; without one the first.
  package func kind(_ scheme: String?) -> DatabaseKind? {
    guard let scheme else { return first }
    return first { $0.scheme == scheme }
  }

  /// The database called `name`: a URL of one of these kinds, or else a path.
  ///
  /// - Throws: ``StoreError/cannotOpen(_:)`` for a scheme that none of them has, unless a file is called so.
  package func source(named name: String) throws(StoreError) -> DatabaseSource {
    guard let scheme = DatabaseSource.scheme(of: name) else { return .file(name) }
    guard kind(scheme) != nil else {
      if access(name, F_OK) == 0 { return .file(name) }
      let known = map { "\($0.scheme):" }.joined(separator: ", ")
      throw .cannotOpen(
        "\(name): unknown database kind '\(scheme):'; known: \(known). "
          + "For a file with this name write ./\(name)"
      )
    }
    var address = name.dropFirst(scheme.count + 1)
    if address.hasPrefix("//") { address = address.dropFirst(2) }
    return scheme == first?.scheme ? .file(String(address)) : .url(scheme, String(address))
  }

  /// The path beside which rule files of the database called `name` may lie; `nil` where none can.
  package func path(named name: String) -> String? {
    guard let source = try? source(named: name), kind(source.scheme)?.isInFiles == true else {
      return nil
    }
    return source.address
  }

  /// Returns the database name without the scheme of the default kind, which is the first.
  package func plainName(of name: String) -> String {
    guard let source = try? source(named: name), source.scheme == nil else { return name }
    let path = source.address
    return DatabaseSource.scheme(of: path) == nil || path == name ? path : "./" + path
  }
}

extension EntityStore {
  /// Opens a database of one of `kinds`; meanwhile `work` is done where the caller is.
  ///
  /// - Throws: ``StoreError/cannotOpen(_:)`` with a sentence that names the database and says what to do.
  package static func open(
    _ source: DatabaseSource,
    of kinds: [DatabaseKind],
    _ options: OpeningOptions = OpeningOptions(),
    meanwhile work: () -> Void = {}
  ) async throws(StoreError) -> EntityStore {
    guard let kind = kinds.kind(source.scheme) else {
      preconditionFailure("only a source named by these kinds has a scheme")
    }
    if let refusal = kind.refusal(of: options) {
      throw .cannotOpen("\(source.url ?? source.title): \(refusal)")
    }
    return try await open(
      source,
      isReadOnly: options.isReadOnly,
      by: { () throws(StoreError) in try kind.open(source, options) },
      meanwhile: work
    )
  }
}
