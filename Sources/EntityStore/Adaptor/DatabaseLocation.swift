/// The location of a database, as its adaptor describes it for people, for logs, and for files kept about the database.
package struct DatabaseLocation: Sendable {
  /// The identity by which a database is recognised when opened again: its file or folder, or a unique text.
  package enum Mark: Sendable {
    /// By the file or folder at a path.
    case file(String)
    /// By a text of its own, made of letters, digits and `-`.
    case named(String)
  }

  /// A file of an open database that no other part of the program may write, with its role for messages.
  package struct File: Sendable {
    /// Its path.
    package let path: String
    /// The role of the file, as a part of a sentence: `is the database itself`.
    package let part: String

    /// A file, and what it is.
    package init(path: String, part: String) { (self.path, self.part) = (path, part) }
  }

  /// Its name in the title line; `nil` for none.
  package var name: String?
  /// Its path or URL; `nil` for a database that is in no place.
  package var address: String?
  /// The identity under which the save log and the journal of unsaved changes are kept; `nil` where neither can be kept.
  package var mark: Mark?
  /// The files that hold it, attached ones too.
  package var files: [File]

  /// A location; without arguments, that of a database that is in no place.
  package init(
    name: String? = nil,
    address: String? = nil,
    mark: Mark? = nil,
    files: [File] = []
  ) {
    (self.name, self.address, self.mark, self.files) = (name, address, mark, files)
  }
}
