import Diagnostics
import EntityModel
import PropertyLists
import Qualifiers
import Testing

@testable import ModelImport

/// Models of WebObjects and Core Data, good and bad.
struct ForeignModelTests {
  private static let library = """
    { EOModelVersion = 2; adaptorName = SQLite; name = library;
      connectionDictionary = { password = secret; };
      entities = (
        { name = Author; className = Author; externalName = authors; primaryKeyAttributes = (authorID);
          userInfo = { icon = pen; };
          classProperties = (name, books, editors);
          attributes = (
            { name = authorID; columnName = author_id; prototypeName = id;
              userInfo = { unit = none; steps = (1, 2); "_EntityModeler" = { documentation = "The number."; }; }; },
            { name = name; columnName = name; valueClassName = NSString; width = 40; allowsNull = Y; },
            { name = age; columnName = ""; definition = "year(now) - born"; });
          relationships = (
            { name = books; destination = Book; isToMany = Y; deleteRule = EODeleteRuleDeny;
              userInfo = { arrow = thick; };
              joins = ({ sourceAttribute = authorID; destinationAttribute = authorID; }); },
            { name = agent; destination = Agent; joins = ({ sourceAttribute = authorID; destinationAttribute = id; }); },
            { name = editors; definition = "books.editor"; }); },
        { name = Book; externalName = books; primaryKeyAttributes = (bookID);
          attributes = (
            { name = bookID; columnName = book_id; valueClassName = NSNumber; valueType = i; },
            { name = authorID; columnName = author_id; valueClassName = NSNumber; },
            { name = price; columnName = price; valueClassName = NSDecimalNumber; scale = 2; },
            { name = authorName; definition = "author.name"; valueClassName = NSString; });
          restrictingQualifier = "(kind = 'book')";
          fetchSpecificationDictionary = { dear = { class = EOFetchSpecification; fetchLimit = 5;
            qualifier = { class = EOAndQualifier; qualifiers = (
              { class = EOKeyValueQualifier; key = price; selectorName = "isGreaterThan:"; value = 20; },
              { class = EONotQualifier; qualifier = { class = "com.webobjects.eocontrol.EOKeyValueQualifier";
                key = title; selectorName = "isCaseInsensitiveLike:"; value = "*x*"; }; },
              { class = EOKeyValueQualifier; key = author; selectorName = "isEqualTo:"; value = { class = EONull; }; },
              { class = EOKeyComparisonQualifier; leftKey = price; rightKey = cost; selectorName = "isEqualTo:"; }); };
            sortOrderings = ({ class = EOSortOrdering; key = price; selectorName = "compareDescending:"; }); };
            odd = { qualifier = { class = EOSQLQualifier; }; }; };
          relationships = (
            { name = author; destination = Author; isMandatory = Y;
              joins = ({ sourceAttribute = authorID; destinationAttribute = authorID; }); }); }); }
    """

  private static let shop = """
    <?xml version="1.0" encoding="UTF-8"?>
    <model type="com.apple.IDECoreDataModeler.DataModel">
      <entity name="Item" isAbstract="YES">
        <userInfo><entry key="icon" value="box"/><entry key="documentation" value="A thing."/></userInfo>
        <attribute name="name" attributeType="String" minValueString="2" maxValueString="20" regularExpressionString="[A-Z].*">
          <userInfo><entry key="unit" value="letters"/><entry key="empty"/></userInfo>
        </attribute>
        <attribute name="price" optional="YES" attributeType="Decimal" minValueString="0" defaultValueString="1.5"/>
        <attribute name="hint" optional="YES" transient="YES" attributeType="String"/>
        <attribute name="made" optional="YES" attributeType="Date" defaultDateTimeInterval="0"/>
        <relationship name="tags" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Tag" inverseName="items">
          <userInfo><entry key="arrow" value="thin"/></userInfo>
        </relationship>
        <relationship name="shelf" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Shelf" inverseName="items"/>
      </entity>
      <entity name="Book" parentEntity="Item">
        <attribute name="pages" optional="YES" attributeType="Integer 32"/>
      </entity>
      <entity name="Tag">
        <attribute name="word" attributeType="Strin"/>
        <relationship name="items" optional="YES" toMany="YES" ordered="YES" destinationEntity="Item" inverseName="tags"/>
        <relationship name="owner" optional="YES" destinationEntity="Person"/>
      </entity>
      <entity name="Shelf">
        <relationship name="items" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Item" inverseName="shelf"/>
      </entity>
      <fetchRequest name="Cheap" entity="Item" predicateString="price &lt; 5"/>
    </model>
    """

  private func library(_ text: String = library) -> (model: ModelDeclaration?, faults: [Diagnostic])
  {
    var reader = EOModelReader(
      files: ["library.eomodel": Array(text.utf8)],
      path: "library.eomodel"
    )
    let model = reader.file("library.eomodel", name: "library")
    return (model, reader.diagnostics)
  }

  @Test func `An EOModel says tables, types, paths, conditions and fetches`() throws {
    let (model, faults) = library()
    let author = try #require(model?.entities.first)
    #expect(author.tableName == "authors" && author.identity == ["authorID"])
    #expect(author.attributes.map(\.type) == [.integer, .string, nil])
    #expect(author.attributes[1].isNullable == true && author.attributes[1].width == 40)
    #expect(author.relationships[0].deleteRule == .deny)
    #expect(author.relationships[2].path == ["books", "editor"])
    let book = try #require(model?.entities.last)
    #expect(book.discriminator?.description == "kind = 'book'")
    #expect(book.attributes[3].derivation == .path(PropertyPath("author.name")))
    let fetch = try #require(book.fetches.first)
    #expect(
      fetch.qualifier?.description
        == "price > 20 and title not ilike '*x*' and author is null and price = cost"
    )
    #expect(fetch.limit == 5 && fetch.sortOrderings.map(\.description) == ["-price"])
    #expect(
      faults.map(\.severity) == [.warning, .warning],
      "SQL, and an unknown class of qualifier"
    )
    let losses = (model?.losses ?? []).map(\.rendered).joined()
    #expect(losses.contains("its class Author") && !losses.contains("secret"))
  }

  @Test func `What somebody has noted of entities and properties is kept and read by rules`() throws
  {
    func notes(
      _ model: ModelDeclaration?,
      _ name: String,
      _ attribute: String
    ) throws -> [Value?] {
      let declared = try #require(model)
      let entity = try #require(
        ModelOverlay.model(name: "m", declarations: [declared], over: nil).model.entity(named: name)
      )
      let property = try #require(entity.attribute(named: attribute))
      let relationship = try #require(entity.relationships.first { $0.isToMany })
      return [
        entity.value(forPath: ["userInfo", "icon"]), property.value(forPath: ["userInfo", "unit"]),
        relationship.value(forPath: ["userInfo", "arrow"]), entity.value(forKey: "documentation"),
        property.value(forPath: ["userInfo", "steps"]),
        property.value(forPath: ["userInfo", "_EntityModeler", "documentation"]),
        property.value(forPath: ["userInfo", "empty"]),
      ]
    }
    let shop = CoreDataModelReader.read(Array(Self.shop.utf8), path: "contents", name: "shop").model
    #expect(
      try notes(library().model, "Author", "authorID") == [
        .string("pen"), .string("none"), .string("thick"), .null,
        .list([.string("1"), .string("2")]), .string("The number."), nil,
      ]
    )
    #expect(
      try notes(shop, "Item", "name") == [
        .string("box"), .string("letters"), .string("thin"), .string("A thing."), nil, nil,
        .string(""),
      ]
    )
  }

  @Test func `References of an EOModel that dangle are faults`() throws {
    let declaration = try #require(library().model)
    let (model, faults) = ModelOverlay.model(name: "m", declarations: [declaration], over: nil)
    #expect(
      faults.map(\.message) == [
        "'Author.agent' leads to 'Agent', which is not declared",
        "the path 'books.editor' of 'Author.editors' leads nowhere",
      ]
    )
    #expect(faults.allSatisfy { $0.position != nil })
    #expect(model.entity(named: "Author")?.relationships.map(\.name) == ["books"])
    #expect(model.entity(named: "Book")?.attribute(named: "authorName")?.type == .string)
  }

  @Test func `A Core Data model gets keys, references, kinds and joining tables`() throws {
    let (declared, faults) = CoreDataModelReader.read(
      Array(Self.shop.utf8),
      path: "contents",
      name: "shop"
    )
    #expect(faults.map(\.message) == ["'Strin' is not a Core Data type"])
    #expect(faults.first?.suggestion == "did you mean 'String'?")
    let declaration = try #require(declared)
    let (model, found) = ModelOverlay.model(name: "m", declarations: [declaration], over: nil)
    #expect(found.map(\.message) == ["'Tag.owner' leads to 'Person', which is not declared"])
    let item = try #require(model.entity(named: "Item"))
    #expect(
      item.definition.isAbstract && item.subentityNames == ["Book"] && item.identity == ["id"]
    )
    let name = try #require(item.attribute(named: "name")?.definition)
    #expect(name.minimumLength == 2 && name.width == 20 && name.pattern == "^([A-Z].*)$")
    #expect(item.attribute(named: "price")?.definition.minimum?.value == .int(0))
    #expect(item.attribute(named: "hint") == nil, "what is kept in memory only has no column")
    let book = try #require(model.entity(named: "Book"))
    #expect(book.tableName == "Item" && book.attribute(named: "pages") != nil)
    #expect(book.rowQualifier?.description == "entity = 'Book'")
    for (entity, property, destination) in [("Item", "tags", "Tag"), ("Tag", "items", "Item")] {
      let relationship = try #require(model.entity(named: entity)?.relationship(named: property))
      #expect(relationship.destination?.name == destination && relationship.isToMany)
      #expect(relationship.definition.throughName != nil)
      #expect(relationship.definition.inverseName != nil)
    }
    let shelf = try #require(model.entity(named: "Shelf")?.relationship(named: "items")?.definition)
    #expect(shelf.joins == [.init(source: "id", destination: "shelfID")])
    #expect(shelf.deleteRule == .cascade && shelf.isDeleteRuleDeclared)
    #expect(item.definition.fetchSpecifications.first?.qualifier?.description == "price < 5")
    #expect(declaration.losses.count == 2, "a transient attribute and an order")
  }

  @Test func `A Core Data store lends its tables to the model`() throws {
    func table(_ name: String, _ columns: String...) -> Entity.Definition {
      var entity = Entity.Definition(name: name, tableName: name)
      entity.attributes = columns.map {
        Attribute.Definition(name: $0.lowercased(), columnName: $0)
      }
      entity.identity = [entity.attributes[0].name]
      return entity
    }
    let (declared, _) = CoreDataModelReader.read(
      Array(Self.shop.utf8),
      path: "contents",
      name: "shop"
    )
    let store = Model(
      name: "store",
      entities: [
        table("ZITEM", "Z_PK", "Z_ENT", "Z_OPT", "ZNAME", "ZPRICE", "ZMADE", "ZSHELF", "ZPAGES"),
        table("ZTAG", "Z_PK", "Z_ENT", "Z_OPT", "ZWORD"),
        table("ZSHELF", "Z_PK", "Z_ENT", "Z_OPT"),
        table("Z_PRIMARYKEY", "Z_ENT", "Z_NAME", "Z_SUPER", "Z_MAX"),
        table("Z_2TAGS", "Z_2ITEMS", "Z_4TAGS", "Z_FOK_2ITEMS"),
      ],
      listedEntities: [
        ListedEntity(name: "Book", number: 1, parentNumber: 2),
        ListedEntity(name: "Item", number: 2, parentNumber: 0),
        ListedEntity(name: "Shelf", number: 3, parentNumber: 0),
        ListedEntity(name: "Tag", number: 4, parentNumber: 0),
      ]
    )
    let (model, faults) = ModelOverlay.model(
      name: "m",
      declarations: [try #require(declared)],
      over: store
    )
    #expect(faults.map(\.message) == ["'Tag.owner' leads to 'Person', which is not declared"])
    let book = try #require(model.entity(named: "Book"))
    #expect(book.tableName == "ZITEM" && book.rowQualifier?.description == "entityNumber = 1")
    #expect(book.definition.managedColumns == .coreData(entity: 1, root: 2))
    #expect(book.attribute(named: "made")?.definition.storage == .referenceSeconds)
    let tags = try #require(model.entity(named: "Item")?.relationship(named: "tags")?.definition)
    let join = try #require(tags.throughName.flatMap(model.entity(named:)))
    #expect(join.tableName == "Z_2TAGS" && join.definition.isHidden)
    let near = try #require(
      model.entity(named: "Item")?.relationship(named: tags.path[0])?.definition
    )
    #expect(join.attribute(named: near.joins[0].destination)?.columnName == "Z_2ITEMS")
  }

  @Test func `Models cut or changed anywhere are faults and no crash`() {
    for text in [Self.library, Self.shop] {
      let bytes = Array(text.utf8)
      for place in stride(from: 0, to: bytes.count, by: 7) {
        var changed = bytes
        changed[place] = changed[place] &+ 13
        for bytes in [Array(bytes[..<place]), changed] {
          var reader = EOModelReader(files: ["m.eomodel": bytes], path: "m.eomodel")
          let (core, _) = CoreDataModelReader.read(bytes, path: "contents", name: "m")
          for model in [reader.file("m.eomodel", name: "m"), core].compactMap(\.self) {
            _ = ModelOverlay.model(name: "m", declarations: [model], over: nil)
          }
        }
      }
    }
  }
}
