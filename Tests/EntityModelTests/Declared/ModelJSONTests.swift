import Diagnostics
import FoundationEssentials
import Qualifiers
import Testing

@testable import EntityModel

struct ModelJSONTests {
  private func read(_ text: String) -> (model: ModelDeclaration?, faults: [String]) {
    let (model, faults) = ModelJSONReader.read(SourceText(name: "Shop.json", text: text))
    return (model, faults.map(\.rendered))
  }

  @Test func `A model is read as it is written`() throws {
    let (model, faults) = read(
      """
      {"name": "Shop", "entities": [{
        "name": "Film", "table": "film", "labelKey": "title",
        "discriminator": "kind = 'film'", "parent": "Thing",
        "attributes": [
          {"name": "title", "column": "t", "type": "string", "nullable": false, "width": 40},
          {"name": "price", "minimum": 0, "maximum": 99.5, "choices": [1, 2]},
          {"name": "code", "pattern": "^[A-Z]+$", "minimumLength": 2},
          {"name": "shout", "expression": "`{title}!`"}],
        "relationships": [
          {"name": "store", "destination": "Store", "toMany": false, "deleteRule": "deny",
           "joins": [{"source": "storeID", "destination": "id"}]}],
        "fetchSpecifications": [
          {"name": "cheap", "qualifier": "price < $limit", "sort": "-price, title", "limit": 5}]
      }]}
      """
    )
    #expect(faults == [])
    let film = try #require(model?.entities.first)
    #expect(film.tableName == "film" && film.labelKey == "title" && film.parentName == "Thing")
    #expect(film.discriminator?.description == "kind = 'film'")
    #expect(film.attributes.map(\.name) == ["title", "price", "code", "shout"])
    #expect(film.attributes[0].isNullable == false && film.attributes[0].width == 40)
    #expect(film.attributes[1].maximum?.value == .double(99.5))
    #expect(film.attributes[1].choices == [.int(1), .int(2)])
    #expect(film.attributes[2].pattern == "^[A-Z]+$")
    guard case .expression = film.attributes[3].derivation else {
      Issue.record("no expression")
      return
    }
    #expect(film.relationships[0].joins == [.init(source: "storeID", destination: "id")])
    #expect(film.relationships[0].deleteRule == .deny)
    #expect(film.fetches[0].limit == 5)
    #expect(film.fetches[0].sortOrderings.map(\.description) == ["-price", "title"])
  }

  @Test func `Every mistake is named at its place and the rest is read`() throws {
    let (model, faults) = read(
      """
      {"entities": [
        {"name": "Film", "tabel": "film", "attributes": [
          {"name": "title", "type": "strin"},
          {"name": "price", "nullable": "no"},
          {"column": "x"},
          {"name": "code", "pattern": "("},
          {"name": "title"}]},
        {"name": "Store", "discriminator": "kind = = 1"},
        {"name": "Film"}, 5]}
      """
    )
    #expect(
      faults == [
        """
        Shop.json:2:20: error: an entity has no "tabel" [unknown-member]
          {"name": "Film", "tabel": "film", "attributes": [
                           ^~~~~~~
          did you mean "table"?
        """,
        """
        Shop.json:3:31: error: "strin" is not allowed here [not-allowed]
          {"name": "title", "type": "strin"},
                                    ^~~~~~~
          did you mean "string"?
        """,
        """
        Shop.json:4:35: error: true or false is expected, not a string [type]
          {"name": "price", "nullable": "no"},
                                        ^~~~
        """,
        """
        Shop.json:5:5: error: an attribute needs a "name" [missing]
          {"column": "x"},
          ^
        """,
        faults.first { $0.contains("[pattern]") } ?? "no fault of the pattern",
        """
        Shop.json:7:14: error: Film already has a property 'title' [duplicate]
          {"name": "title"}]},
                   ^~~~~~~
        """,
        faults.first { $0.hasPrefix("Shop.json:8:46: error") } ?? "no fault of the condition",
        faults.first { $0.contains("the entity 'Film' already exists") }
          ?? "no fault of the name",
        faults.first { $0.contains("an entity is an object in { }, not a number") } ?? "no 5",
      ]
    )
    #expect(model?.entities.map(\.name) == ["Film", "Store"])
  }

  @Test(arguments: [
    ("", "the text is empty"), ("{", "a name in double quotes is expected"),
    (#"{"entities": [}"#, "a value is expected"), (#"{"a": tru}"#, "`tru` is not a value"),
    (#"{"a": 1,}"#, "a value is expected after this comma"),
    (#"{"a": 'x'}"#, "write text in double quotes"),
    ("{\"a\": \"x\n\"}", "the text in quotes does not end on its line"),
    (#"{"a": 01}"#, "this is not a JSON number"), ("// x\n{}", "JSON has no comments"),
    (#"{"a": "\q"}"#, "this escape does not exist"), (#"{} {}"#, "there is text after the value"),
    (#"{"a": "\ud800"}"#, "\\u takes four hexadecimal digits of a character"),
    (String(repeating: "[", count: 100_000), "lists and objects nest more than 200 deep"),
  ])
  func `What is no JSON is refused in a sentence`(text: String, sentence: String) {
    let (model, faults) = read(text)
    #expect(model == nil)
    #expect(faults.contains { $0.contains(sentence) }, "\(faults)")
  }

  @Test func `A text cut anywhere is a fault and no crash`() {
    let text =
      #"{"name": "é\u00e9\ud83d\ude00", "complete": true, "entities": [{"name": "A", "x": [1.5e3, null]}]}"#
    for count in 0..<text.utf8.count {
      let cut = String(decoding: text.utf8.prefix(count), as: UTF8.self)
      #expect(!read(cut).faults.isEmpty)
    }
    #expect(read(text).faults.count == 1)
  }

  private static let rating = CustomType(
    "rating",
    storage: .string,
    text: { $0.string },
    value: { .string($0) }
  )

  @Test
  func `An application's types, categories and what only rules understand are read and written`()
    throws
  {
    let text = """
      {"entities": [{"name": "Film", "userInfo": {"icon": "reel"}, "attributes": [
        {"name": "rating", "type": "rating", "category": "Opinion"},
        {"name": "weight", "type": "number", "category": "Size",
         "userInfo": {"unit": "kg", "steps": [1, 2.5], "range": {"low": 0, "none": null}}}],
        "relationships": [
          {"name": "sequel", "destination": "Film", "userInfo": {"arrow": "→"},
           "joins": [{"source": "rating", "destination": "rating"}]}]}]}
      """
    let source = SourceText(name: "Shop.json", text: text)
    var rating = Self.rating
    (rating.category, rating.isRequired) = ("Other", true)
    let (declaration, faults) = ModelJSONReader.read(source, customTypes: [rating])
    #expect(faults.isEmpty, "\(faults)")
    let declared = try #require(declaration)
    func film(_ declaration: ModelDeclaration) throws -> Entity {
      let (model, faults) = ModelOverlay.model(name: "m", declarations: [declaration], over: nil)
      #expect(faults.isEmpty, "\(faults)")
      return try #require(model.entity(named: "Film"))
    }
    func expectAll(_ film: Entity) throws {
      let attribute = try #require(film.attribute(named: "rating"))
      #expect(attribute.value(forKey: "type") == .string("rating") && attribute.type == .string)
      #expect(attribute.value(forKey: "hasPropertyType") == .bool(true))
      #expect(attribute.value(forKey: "category") == .string("Opinion"))
      #expect(!attribute.isNullable)
      let weight = try #require(film.attribute(named: "weight"))
      #expect(weight.value(forKey: "hasPropertyType") == .bool(false))
      func read(_ path: String) -> Value? {
        weight.value(forPath: PropertyPath(path).components[...])
      }
      #expect(read("userInfo.unit") == .string("kg"))
      #expect(read("userInfo.steps") == .list([.int(1), .double(2.5)]))
      #expect(read("userInfo.range.low") == .int(0) && read("userInfo.range.none") == .null)
      #expect(read("userInfo.color") == nil)
      let path = PropertyPath("userInfo.icon").components[...]
      #expect(film.value(forPath: path) == .string("reel"))
      let arrow = PropertyPath("userInfo.arrow").components[...]
      #expect(film.relationship(named: "sequel")?.value(forPath: arrow) == .string("→"))
    }
    let first = try film(declared)
    try expectAll(first)
    let written = JSON.object([("entities", .array([first.json]))]).text(pretty: true)
    let again = ModelJSONReader.read(
      SourceText(name: "again.json", text: written),
      customTypes: [rating]
    )
    #expect(again.diagnostics.isEmpty, "\(again.diagnostics) \(written)")
    try expectAll(try film(try #require(again.model)))
  }

  @Test func `What a type says of all its attributes a model says otherwise for one`() throws {
    var rating = Self.rating
    (rating.category, rating.isRequired, rating.initialValue) = ("Opinion", true, .string("G"))
    rating.choices = [.string("G"), .string("PG")]
    let text = """
      {"entities": [{"name": "Film", "attributes": [
        {"name": "plain", "type": "rating"},
        {"name": "own", "type": "rating", "nullable": true, "category": "Mine",
         "initialValue": "PG", "choices": ["PG"]},
        {"name": "computed", "type": "rating", "path": "own"}]}]}
      """
    let declaration = try #require(
      ModelJSONReader.read(SourceText(name: "m", text: text), customTypes: [rating]).model
    )
    let (model, _) = ModelOverlay.model(name: "m", declarations: [declaration], over: nil)
    let film = try #require(model.entity(named: "Film"))
    let plain = try #require(film.attribute(named: "plain"))
    #expect(!plain.isNullable && plain.definition.category == "Opinion")
    #expect(plain.definition.initialValue == .string("G") && plain.definition.choices.count == 2)
    let own = try #require(film.attribute(named: "own"))
    #expect(own.isNullable && own.definition.category == "Mine")
    #expect(own.definition.initialValue == .string("PG") && own.definition.choices.count == 1)
    let computed = try #require(film.attribute(named: "computed"))
    #expect(computed.typeName == "rating" && computed.definition.category == "Opinion")
  }

  @Test func `A type that the application does not have is told with those it has`() {
    let text = #"{"entities": [{"name": "Film", "attributes": [{"name": "a", "type": "ratin"}]}]}"#
    let source = SourceText(name: "Shop.json", text: text)
    let near = ModelJSONReader.read(source, customTypes: [Self.rating]).diagnostics
    #expect(near.map(\.suggestion) == ["did you mean \"rating\"?"])
    let other = SourceText(
      name: "Shop.json",
      text: #"{"entities": [{"name": "Film", "userInfo": [], "attributes": []}]}"#
    )
    #expect(
      ModelJSONReader.read(other).diagnostics.map(\.message)
        == ["an object in { } is expected, not a list"]
    )
  }

  private static let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")

  private func file(_ name: String) -> String {
    FileManager.default.contents(atPath: "\(Self.root)/\(name)")
      .map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  @Test func `The JSON Schema knows what the reader knows`() throws {
    let text = file("Models/model.schema.json")
    let (document, faults) = JSONDocument.read(SourceText(name: "schema", text: text))
    #expect(faults.isEmpty)
    let definitions = try #require(document?.root["$defs"])
    let expected = [
      "entity": Entity.members.names + Entity.partNames, "attribute": Attribute.members.names,
      "relationship": Relationship.members.names,
      "fetchSpecification": ModelJSONReader.fetchFields,
    ]
    for (name, fields) in expected {
      let members = definitions[name]?["properties"]?.members?.map(\.name) ?? []
      #expect(Set(members) == Set(fields), "\(name)")
    }
    let types = definitions["attribute"]?["properties"]?["type"]?["enum"]?.elements ?? []
    #expect(types.compactMap(\.string) == AttributeType.allCases.map(\.rawValue))
    let formats = definitions["attribute"]?["properties"]?["storage"]?["enum"]?.elements ?? []
    #expect(formats.compactMap(\.string) == StorageFormat.allCases.map(\.rawValue))
  }

  @Test func `What is said of a property stands in the JSON Schema and in the guide`() throws {
    let (document, _) = JSONDocument.read(
      SourceText(name: "schema", text: file("Models/model.schema.json"))
    )
    let definitions = try #require(document?.root["$defs"])
    let guide = file("docs/Models.md")
    let tables = [
      "entity": Entity.members.schema, "attribute": Attribute.members.schema,
      "relationship": Relationship.members.schema,
    ]
    for (name, properties) in tables {
      // The members of a source of keys are those of the formats that have one.
      for (field, schema) in properties where field != "keySource" {
        let stated = definitions[name]?["properties"]?[field]?.json.text(pretty: true)
        #expect(stated == schema.text(pretty: true), "\(name).\(field)")
        #expect(guide.contains("`\(field)`"), "\(field)")
      }
    }
  }

  @Test func `What is said of a property and taken back is as it was`() {
    let text = SourceText(name: "model", text: "")
    var said = AttributeDeclaration(
      name: "a",
      place: DeclarationPlace(text, SourceSpan(0, 0))
    )
    #expect(said.width == nil && said.isHidden == nil && said.columnName == nil)
    (said.width, said.isHidden, said.columnName) = (3, false, "b")
    #expect(said.width == 3 && said.isHidden == false && said.columnName == "b")
    (said.width, said.isHidden, said.columnName) = (nil, nil, nil)
    #expect(said.width == nil && said.isHidden == nil && said.columnName == nil)
    #expect(said.name == "a")
  }

  @Test func `The documented example is a model without faults`() throws {
    let text = file("docs/Models.md")
    let example = try #require(text.split(separator: "```json\n").dropFirst().first)
    let (model, faults) = read(String(example.split(separator: "```")[0]))
    #expect(faults == [])
    #expect(model?.entities.map(\.name) == ["Movie", "Short"])
  }
}

extension JSONDocument.Node {
  fileprivate var json: JSON {
    switch content {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .number(let digits): .number(digits)
    case .string(let text): .string(text)
    case .array(let nodes): .array(nodes.map(\.json))
    case .object(let members): .object(members.map { ($0.name, $0.value.json) })
    }
  }
}
