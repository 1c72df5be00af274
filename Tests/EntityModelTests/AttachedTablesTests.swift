import Diagnostics
import Testing

import EntityModel

/// Names of entities where tables of several databases come together.
struct AttachedTablesTests {
  private static func table(_ name: String, _ schemaName: String, _ columns: String...)
    -> Schema.Table
  {
    var table = Schema.Table(name: name)
    table.schemaName = schemaName
    table.columns = (["id"] + columns).map { Schema.Column(name: $0, declaredType: "INTEGER") }
    (table.primaryKey, table.keyIsRowNumber) = (["id"], true)
    return table
  }

  private static func model(_ tables: Schema.Table...) -> Model {
    Model(name: "test", schema: Schema(tables: tables))
  }

  @Test func `Names of the main database stay and others get their database's before them`() {
    let model = Self.model(
      Self.table("album", "main"),
      Self.table("ArchiveAlbum", "main"),
      Self.table("Album", "archive"),
      Self.table("note", "archive"),
      Self.table("NOTE", "old_files"),
      Self.table("note", "old2")
    )
    #expect(
      model.entities.map(\.name) == [
        "Album", "ArchiveAlbum", "ArchiveAlbum2", "Note", "OldFilesNote", "Old2Note",
      ]
    )
    #expect(
      model.entities.map { $0.definition.table.description }.suffix(2) == [
        "old_files.NOTE", "old2.note",
      ]
    )
  }

  @Test func `Relationships are guessed inside of a database and named as if it were alone`() {
    let model = Self.model(
      Self.table("artist", "main"),
      Self.table("album", "main"),
      Self.table("artist", "archive"),
      Self.table("album", "archive", "artist_id")
    )
    #expect(model.entity(named: "Album")?.relationships.isEmpty == true)
    #expect(model.entity(named: "Artist")?.relationships.isEmpty == true)
    let album = model.entity(named: "ArchiveAlbum")
    #expect(album?.relationships.map(\.name) == ["artist"])
    #expect(album?.relationships[0].definition.destinationName == "ArchiveArtist")
    #expect(model.entity(named: "ArchiveArtist")?.relationships.map(\.name) == ["albums"])
  }

  @Test func `A table is found by its name behind its database's, and alone while one is meant`() {
    let model = Self.model(
      Self.table("album", "main"),
      Self.table("a.b", "main"),
      Self.table("album", "archive"),
      Self.table("note", "archive"),
      Self.table("note", "old"),
      Self.table("only", "old")
    )
    func found(_ name: String) -> String? {
      model.entity(matching: name).map { $0.definition.table.description }
    }
    #expect(
      found("album") == "album" && found("ALBUM") == "album" && found("main.album") == "album"
    )
    #expect(found("archive.album") == "archive.album" && found("Archive.Album") == "archive.album")
    #expect(found("ArchiveAlbum") == "archive.album" && found("archivealbum") == "archive.album")
    #expect(found("Note") == "archive.note", "that is its name")
    #expect(found("note") == nil && found("old.note") == "old.note")
    #expect(found("only") == "old.only" && found("a.b") == "a.b")
    #expect(found("archive.only") == nil && found("archive.") == nil && found(".") == nil)
  }

  @Test func `JSON names the database of attached tables only`() {
    let model = Self.model(Self.table("album", "main"), Self.table("note", "archive"))
    #expect(!model.entities[0].json.text().contains("\"schema\""))
    #expect(model.entities[1].json.text().contains("\"schema\":\"archive\""))
  }
}
