/// Why the store could not do what was asked.
public enum StoreError: Error, Sendable {
  /// The file is missing, a directory, locked, or not a database. The sentence names it and says what to do.
  case cannotOpen(String)
  /// No row has this identity, or the row is gone.
  case notFound(RecordID)
  /// Several rows have this identity, so that none can be told from the others.
  case ambiguous(RecordID)
  /// Another program changed the row since it was read.
  case changedByOther(RecordID)
  /// A unique constraint on these attributes.
  case uniqueViolated(entityName: String, attributes: [String])
  /// A value is missing.
  case nullViolated(entityName: String, attribute: String)
  /// A check constraint, with its name or text, and the attributes that it reads as far as they are known.
  case checkViolated(entityName: String, constraint: String, attributes: [String])
  /// A foreign key; the sentence says which.
  case referenceViolated(NamedSentence)
  /// A rule or mode forbids the write; the sentence says which.
  case refused(NamedSentence)
  /// A trigger of the database has refused to write to an entity, with its message and the attributes that it looked at, as far
  /// as they are known.
  case refusedByTrigger(message: String, entityName: String, attributes: [String])
  /// The statement touched no row, or more than one; nothing was written.
  case notExactlyOne(RecordID, touched: Int)
  /// Another program holds the file.
  case busy
  /// Interrupted by the user, or a newer request took its place.
  case cancelled
  /// The request exceeded this time limit.
  case timedOut(Duration)
  /// The entity, property or order is not known, or cannot be expressed; the sentence says what.
  case unsupported(NamedSentence)
  /// Anything else the database says: its message, and the statement.
  case database(message: String, sql: String?)
}

extension StoreError {
  /// Whether it is about one row, so that others can be written all the same.
  package var concernsRows: Bool {
    switch self {
    case .notFound, .ambiguous, .changedByOther, .uniqueViolated, .nullViolated, .checkViolated,
      .referenceViolated, .refused, .refusedByTrigger, .notExactlyOne, .unsupported:
      true
    case .cannotOpen, .busy, .cancelled, .timedOut, .database: false
    }
  }
}
