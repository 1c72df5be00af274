import Qualifiers
import Testing

import EntityModel

/// A table `name` with the key `id` and the columns given; a column `x>t` refers to the table `t`.
private func table(_ name: String, _ columns: String..., key: [String] = ["id"]) -> Schema.Table {
  var table = Schema.Table(name: name)
  for column in (key == ["id"] ? ["id"] : []) + columns {
    let parts = column.split(separator: ">").map(String.init)
    let isInteger = parts.count > 1 || parts[0].lowercased().hasSuffix("id")
    table.columns.append(
      Schema.Column(name: parts[0], declaredType: isInteger ? "INTEGER" : "TEXT")
    )
    if parts.count > 1 {
      table.foreignKeys.append(.init(columns: [parts[0]], table: parts[1]))
    }
  }
  table.primaryKey = key
  table.keyIsRowNumber = key == ["id"]
  return table
}

private func model(_ tables: Schema.Table...) -> Model {
  Model(name: "test", schema: Schema(tables: tables))
}

struct ModelDerivationTests {
  @Test(arguments: [
    ("customer_id", "customer"), ("CustomerId", "customer"), ("customerID", "customer"),
    ("id_customer", "customer"), ("fk_customer", "customer"), ("customerid", "customer"),
    ("customer", "customer"), ("billing_customer_id", "billingCustomer"), ("buyer", "buyer"),
    ("SupportRepId", "supportRep"), ("id", "customer"),
  ])
  func `A foreign key column names its to-one`(column: String, toOne: String) throws {
    var order = Schema.Table(name: "orders")
    order.columns = [Schema.Column(name: column, declaredType: "INTEGER")]
    order.foreignKeys = [.init(columns: [column], table: "CUSTOMER")]
    let entity = try #require(model(table("customer"), order).entity(named: "Orders"))
    #expect(entity.toOneNames == [toOne])
    #expect(entity.attributes[0].name.lowercased() != toOne)
    #expect(entity.attributes[0].definition.isForeignKey)
  }

  @Test func `A column that bears the relationship's name is called after the key it holds`() throws
  {
    var country = table("country", "code", key: ["code"])
    country.columns[0].declaredType = "TEXT"
    let city = table("city", "country>country", "parent>city")
    let entity = try #require(model(country, city).entity(named: "City"))
    #expect(entity.attributes.map(\.name) == ["id", "countryCode", "parentId"])
    #expect(entity.toOneNames == ["country", "parent"])
  }

  @Test func `Two foreign keys to one table give distinct pairs`() throws {
    let film = table("film", "language_id>language", "original_language_id>language")
    let model = model(table("language", "name"), film)
    #expect(model.entity(named: "Film")?.toOneNames == ["language", "originalLanguage"])
    let language = try #require(model.entity(named: "Language"))
    #expect(language.toManyNames == ["films", "filmsByOriginalLanguage"])
    let inverse = language.relationship(named: "filmsByOriginalLanguage")?.definition.inverseName
    #expect(inverse == "originalLanguage")
  }

  @Test(arguments: [
    ("parent_id", "children"), ("manager_id", "directReports"), ("reports_to", "directReports"),
    ("parent_category_id", "childCategories"), ("sponsor_id", "categoriesBySponsor"),
  ])
  func `A table that refers to itself has a humane inverse`(column: String, toMany: String) {
    let entity = model(table("category", "\(column)>category")).entity(named: "Category")
    #expect(entity?.toManyNames == [toMany])
  }

  @Test func `A relationship never takes the name of an attribute`() throws {
    let order = table("order", "customer", "customer_id>customer")
    let customer = table("customer", "name", "orders")
    let model = model(customer, order)
    #expect(model.entity(named: "Order")?.toOneNames == ["customerCustomer"])
    #expect(model.entity(named: "Customer")?.toManyNames == ["orders2"])
  }

  @Test func `A pure join table is seen through from both ends`() throws {
    let join = table(
      "film_actor",
      "film_id>film",
      "actor_id>actor",
      "last_update",
      key: ["film_id", "actor_id"]
    )
    let model = model(table("film", "title"), table("actor", "last_name"), join)
    #expect(model.entity(named: "FilmActor")?.definition.isJoinTable == true)
    let film = try #require(model.entity(named: "Film"))
    let actors = try #require(film.relationship(named: "actors")?.definition)
    #expect(actors.path == ["filmActors", "actor"])
    #expect(actors.throughName == "FilmActor")
    #expect(actors.destinationName == "Actor")
    #expect(actors.inverseName == "films")
    #expect(film.inspectPropertyKeys == ["id", "title", "actors"])
  }

  @Test func `A join table with a property of its own stays an entity`() throws {
    let role = table("role", "film_id>film", "actor_id>actor", "character")
    let model = model(table("film", "title"), table("actor", "name"), role)
    #expect(model.entity(named: "Role")?.definition.isJoinTable == false)
    #expect(model.entity(named: "Film")?.toManyNames == ["roles"])
  }

  @Test func `References to missing tables and to columns that are no key make no relationship`() {
    var order = table("order", "a>nowhere", "b")
    order.foreignKeys.append(.init(columns: ["b"], table: "customer", targetColumns: ["name"]))
    #expect(model(table("customer", "name"), order).entity(named: "Order")?.toOneNames == [])
  }

  @Test func `A composite foreign key joins column by column`() throws {
    let line = table("order_line", "order_id", "no", key: ["order_id", "no"])
    var part = table("delivery", "order_id", "line_no")
    part.foreignKeys = [.init(columns: ["order_id", "line_no"], table: "Order_Line")]
    let toOne = try #require(
      model(line, part).entity(named: "Delivery")?.relationship(named: "orderLine")?.definition
    )
    #expect(toOne.joins.map(\.source) == ["orderId", "lineNo"])
    #expect(toOne.joins.map(\.destination) == ["orderId", "no_"])
  }

  @Test(arguments: [
    ("customer_id", "customer"), ("customerId", "customer"), ("CUSTOMERID", "customer"),
    ("main_customer_id", "mainCustomer"), ("parent_id", "parent"),
  ])
  func `Undeclared references are guessed from names`(column: String, toOne: String) throws {
    let order = table("orders", column)
    let entity = try #require(model(table("customers", "name"), order).entity(named: "Orders"))
    #expect(entity.toOneNames == [toOne])
    #expect(entity.relationship(named: toOne)?.definition.isInferred == true)
  }

  @Test func `An empty column that is declared as the bytes of a key are refers to it`() {
    var person = table("person", "name")
    person.keyIsRowNumber = false
    person.columns[0] = Schema.Column(name: "id", declaredType: "UUID")
    person.columns[0].type = person.columns[0].type.refined(by: [.data([1])])
    func names(_ declared: String) -> [String] {
      var bill = table("bill", "person_id")
      bill.columns[1] = Schema.Column(name: "person_id", declaredType: declared)
      return model(person, bill).entities[1].toOneNames
    }
    #expect(names("UUID") == ["person"])
    #expect(names("GUID").isEmpty)
  }

  @Test func `Nothing is guessed for a table that declares foreign keys`() {
    let order = table("orders", "customer_id", "shop_id>shop")
    let model = model(table("customer", "name"), table("shop"), order)
    #expect(model.entity(named: "Orders")?.toOneNames == ["shop"])
  }

  @Test func `Names of entities and properties are unique in any case`() {
    let model = model(
      table("film_actor", "a_b", "aB", "AB"),
      table("FilmActor"),
      table("Film Actor")
    )
    #expect(model.entities.map(\.name) == ["FilmActor2", "FilmActor", "FilmActor3"])
    #expect(model.entities[0].attributes.map(\.name) == ["id", "aB2", "aB", "ab3"])
  }

  @Test func `Without a key the rowid identifies, and without that nothing`() {
    var log = table("log", "text", key: [])
    log.rowNumberName = "rowid"
    var bare = table("bare", "rowid", "oid", "_rowid_", key: [])
    bare.rowNumberName = nil
    let model = model(log, bare)
    #expect(model.entities[0].identity == ["rowid"])
    #expect(model.entities[0].definition.identityIsRowNumber)
    #expect(model.entities[1].identity.isEmpty)
    #expect(model.entities[1].readOnlyReason == "no key identifies a row")
  }
}
