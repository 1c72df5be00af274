import Diagnostics
import Qualifiers
import Testing

import EntityModel

/// A model of one table from pairs of column and declared type.
private func entity(_ name: String, _ columns: [(String, String)], key: String = "id") -> Entity {
  var table = Schema.Table(name: name)
  table.columns = columns.map { Schema.Column(name: $0.0, declaredType: $0.1) }
  table.primaryKey = [key]
  table.keyIsRowNumber = true
  return Model(name: "test", schema: Schema(tables: [table])).entities[0]
}

struct EntityTests {
  @Test(
    arguments: [
      (["title", "name"], "name"), (["first_name", "last_name"], "firstName lastName"),
      (["last_name", "title"], "lastName"), (["code", "description"], "description"),
      (["city", "phone"], "city"), (["company_name", "contact_name"], "companyName"),
      (["ship_name", "ship_city"], nil), (["billing_address", "billing_postal_code"], nil),
      (["login", "password"], "login"), (["email", "status"], "email"), ([], nil),
      (["state", "note", "kind", "body"], "body"), (["subject", "body"], "subject"),
    ] as [([String], String?)]
  )
  func `The label is the property that names an object`(columns: [String], label: String?) {
    let entity = entity("city", [("id", "INTEGER")] + columns.map { ($0, "VARCHAR(50)") })
    #expect(entity.definition.labelKey == label)
  }

  @Test func `Lists leave out numbers of rows and passwords, and put bulk last`() {
    let entity = entity(
      "user",
      [
        ("id", "INTEGER"), ("photo", "BLOB"), ("bio", "TEXT"), ("last_update", "TIMESTAMP"),
        ("password", "TEXT"), ("age", "INTEGER"), ("size", "REAL"), ("color", "TEXT"),
        ("name", "TEXT"),
      ]
    )
    #expect(
      entity.listPropertyKeys == ["name", "age", "size", "color", "lastUpdate", "bio", "photo"]
    )
    #expect(entity.summaryPropertyKeys == ["age", "size", "color"])
    #expect(entity.editPropertyKeys.first == "photo")
    #expect(entity.inspectPropertyKeys.first == "id")
  }

  @Test(arguments: ["version", "lock_version", "object_version", "row_version"])
  func `What counts the writes of a row comes behind what it says`(column: String) {
    let phone = entity(
      "phone",
      [("id", "INTEGER"), (column, "INTEGER"), ("number", "TEXT"), ("type", "TEXT")]
    )
    #expect(phone.listPropertyKeys.last == Naming.propertyName(for: column))
  }

  @Test func `A key that means something is listed`() {
    let country = entity("country", [("code", "CHAR(2)"), ("name", "TEXT")], key: "code")
    #expect(country.listPropertyKeys == ["code", "name"])
    let year = entity("report", [("year", "INTEGER"), ("total", "REAL")], key: "year")
    #expect(year.listPropertyKeys == ["year", "total"])
  }

  @Test func `Rows of which only bytes can be seen are told apart by their keys`() {
    let shape = entity("shape", [("fid", "INTEGER"), ("geom", "BLOB")], key: "fid")
    #expect(shape.listPropertyKeys == ["fid", "geom"])
  }

  @Test func `A table of nothing but a number still has a column`() {
    #expect(entity("counter", [("id", "INTEGER")]).listPropertyKeys == ["id"])
  }

  @Test func `Names are found by table and column in any case while unambiguous`() throws {
    var first = Schema.Table(name: "film_actor")
    first.columns = [
      Schema.Column(name: "Unit_Price", declaredType: ""),
      Schema.Column(name: "aB", declaredType: ""),
      Schema.Column(name: "a_b", declaredType: ""),
    ]
    let model = Model(name: "test", schema: Schema(tables: [first, Schema.Table(name: "Film")]))
    let entity = try #require(model.entity(matching: "FILM_ACTOR"))
    #expect(model.entity(matching: "filmactor") === entity)
    #expect(model.entity(matching: "films") == nil)
    #expect(model.entity(matching: "Film Actor") === entity)
    #expect(model.entity(matching: "film-actor") === entity)
    #expect(model.entity(matching: "_") == nil)
    #expect(entity.propertyName(matching: "unit_price") == "unitPrice")
    #expect(entity.propertyName(matching: "UNITPRICE") == "unitPrice")
    #expect(entity.propertyName(matching: "a_b") == "aB2")
    #expect(entity.propertyName(matching: "Unit price") == "unitPrice")
    #expect(entity.propertyName(matching: "a b") == nil)
    #expect(entity.propertyName(matching: "_") == nil)
    #expect(entity.propertyName(matching: "price") == nil)
    #expect(entity.propertyName(near: "unitPrise") == "unitPrice")
  }

  @Test func `Rules read what a key path names`() {
    let entity = entity("film", [("id", "INTEGER"), ("rental_rate", "DECIMAL(5,2)")])
    #expect(entity.value(forPath: ["displayName"]) == .string("Film"))
    #expect(entity.value(forKey: "listPropertyKeys") == .list([.string("rentalRate")]))
    let attribute = entity.attributes[1]
    #expect(attribute.value(forKey: "displayName") == .string("Rental rate"))
    #expect(attribute.value(forKey: "scale") == .int(2))
    for key in Entity.valueKeys ?? [] { #expect(entity.value(forKey: key) != nil, "\(key)") }
    for key in Attribute.valueKeys ?? [] { #expect(attribute.value(forKey: key) != nil, "\(key)") }
    #expect(entity.value(forKey: "nonsense") == nil)
  }

  @Test func `A model prints as JSON and as text`() {
    var table = Schema.Table(name: "film")
    table.columns = [Schema.Column(name: "id", declaredType: "INTEGER")]
    table.primaryKey = ["id"]
    let model = Model(name: "movies", schema: Schema(tables: [table]))
    let text = model.json.text()
    #expect(
      text.hasPrefix(#"{"name":"movies","entities":[{"name":"Film","table":"film","kind":"table""#)
    )
    #expect(text.contains(#""identity":["id"]"#))
    #expect(text.contains(#"{"name":"id","column":"id","type":"integer","declaredType":"INTEGER""#))
    #expect(model.text == "Film [film]  key id\n  id  integer  key\n")
  }
}
