import Diagnostics
import EntityModel
import FoundationEssentials
import Qualifiers
import Testing

import ModelImport

/// Every model of the corpus is read; what is in it was counted without the reader.
@Suite(.enabled(if: ModelCorpus.isExpected, "needs the corpus; CI requires it"))
struct ModelCorpusTests {
  private static let reader = ModelReader(formats: [CoreDataFormat(), EOModelFormat()])

  private struct Counts: Equatable {
    var entities = 0
    var attributes = 0
    var relationships = 0
    var fetches = 0

    static func + (left: Self, right: Self) -> Self {
      Counts(
        entities: left.entities + right.entities,
        attributes: left.attributes + right.attributes,
        relationships: left.relationships + right.relationships,
        fetches: left.fetches + right.fetches
      )
    }
  }

  private func counts(_ model: ModelDeclaration) -> Counts {
    model.entities.reduce(Counts()) { sum, entity in
      sum
        + Counts(
          entities: 1,
          attributes: entity.attributes.count,
          relationships: entity.relationships.count,
          fetches: entity.fetches.count
        )
    }
  }

  @Test(arguments: ModelCorpus.models(in: "coredata", endingIn: ".xcdatamodel"))
  func `A Core Data model is read whole`(name: String) throws {
    let text = ModelCorpus.text("\(name)/contents")
    func occurrences(_ tag: String) -> Int { text.split(separator: "<\(tag) ").count - 1 }
    let (model, faults) = Self.reader.read(ModelCorpus.path(name))
    #expect(faults.filter { $0.severity == .error }.map(\.rendered) == [])
    let expected = Counts(
      entities: occurrences("entity"),
      attributes: occurrences("attribute"),
      relationships: occurrences("relationship"),
      fetches: occurrences("fetchRequest")
    )
    #expect(expected.entities > 0)
    let found = try #require(model)
    #expect(counts(found) == expected)
    // The names, each as often as it stands in the file.
    func named(_ tag: String) -> [String] {
      text.split(separator: "<\(tag) ").dropFirst().compactMap { rest in
        let parts = rest.split(separator: "name=\"", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.last?.split(separator: "\"").first.map { String($0) }
      }.sorted()
    }
    #expect(found.entities.map(\.name).sorted() == named("entity"))
    #expect(found.entities.flatMap(\.attributes).map(\.name).sorted() == named("attribute"))
    #expect(found.entities.flatMap(\.relationships).map(\.name).sorted() == named("relationship"))
  }

  @Test(arguments: ModelCorpus.models(in: "coredata", endingIn: ".xcdatamodeld"))
  func `The current version of a Core Data model is read`(name: String) throws {
    let (model, faults) = Self.reader.read(ModelCorpus.path(name))
    #expect(faults.filter { $0.severity == .error }.map(\.rendered) == [])
    let marker = ModelCorpus.text("\(name)/.xccurrentversion")
    guard let line = marker.split(separator: "\n").first(where: { $0.contains(".xcdatamodel<") })
    else { return }
    let version = line.split(separator: ">")[1].split(separator: "<")[0]
    let (same, _) = Self.reader.read(ModelCorpus.path("\(name)/\(version)"))
    #expect(model?.entities.map(\.name) == same?.entities.map(\.name))
    #expect(
      model?.entities.flatMap(\.attributes).map(\.name)
        == same?.entities.flatMap(\.attributes).map(\.name)
    )
  }

  @Test(arguments: ModelCorpus.models(in: "coredata", endingIn: ".xcdatamodel"))
  func `A Core Data model gets tables of its own`(name: String) throws {
    let (declared, _) = Self.reader.read(ModelCorpus.path(name))
    let declaration = try #require(declared)
    let (model, faults) = ModelOverlay.model(name: "m", declarations: [declaration], over: nil)
    #expect(faults.map(\.rendered) == [])
    for entity in declaration.entities {
      let found = try #require(model.entity(named: entity.name))
      for relationship in entity.relationships {
        let leads = try #require(found.relationship(named: relationship.name))
        #expect(leads.destination?.name == relationship.destinationName)
        #expect(leads.isToMany == relationship.isToMany)
      }
    }
  }

  private static let eoModels = ["eomodel", "d2w"].flatMap {
    ModelCorpus.models(in: $0, endingIn: ".eomodeld", ".eomodel")
  }

  @Test(arguments: eoModels)
  func `An EOModel is read whole`(name: String) throws {
    guard !name.hasSuffix("/index.eomodeld") else { return }
    let (model, faults) = Self.reader.read(ModelCorpus.path(name))
    #expect(faults.filter { $0.severity == .error }.map(\.rendered) == [])
    var expected = Counts()
    if name.hasSuffix(".eomodel") {
      expected = count(ModelCorpus.text(name))
      expected.entities = 2
    } else {
      let files = ModelCorpus.models(in: name, endingIn: ".plist")
      expected = files.reduce(Counts()) { $0 + count(ModelCorpus.text($1)) }
      expected.entities = files.count
      for file in ModelCorpus.models(in: name, endingIn: ".fspec") {
        expected.fetches += count(ModelCorpus.text(file), isOfFetches: true).fetches
      }
    }
    let found = counts(try #require(model))
    #expect(found == expected)
    #expect(found.attributes > 0)
    let untyped = (model?.entities ?? []).flatMap(\.attributes).filter { $0.type == nil }
    #expect(untyped.map(\.name) == [], "prototypes give every attribute a type")
  }

  /// Counts the dictionaries directly in lists called `attributes` and `relationships`, and those in the dictionary of
  /// fetch specifications, by brackets and quotes alone.
  private func count(_ text: String, isOfFetches: Bool = false) -> Counts {
    var counts = Counts()
    var stack: [(open: Character, key: String)] = []
    var word = ""
    var key = ""
    var inQuotes = false
    for character in text {
      if inQuotes {
        if character == "\"" { inQuotes = false } else { word.append(character) }
        continue
      }
      switch character {
      case "\"": inQuotes = true
      case "=":
        key = word.filter { !$0.isWhitespace }
        word = ""
      case "(", "{":
        if character == "{", let outer = stack.last, outer.open == "(" {
          if outer.key == "attributes" { counts.attributes += 1 }
          if outer.key == "relationships" { counts.relationships += 1 }
        } else if character == "{", let outer = stack.last,
          isOfFetches ? stack.count == 1 : outer.key == "fetchSpecificationDictionary"
        {
          counts.fetches += 1
        }
        stack.append((character, key))
        (key, word) = ("", "")
      case ")", "}":
        _ = stack.popLast()
        (key, word) = ("", "")
      case ";", ",": (key, word) = ("", "")
      default: word.append(character)
      }
    }
    return counts
  }

  @Test func `Types, paths, fetches and places come from an EOModel`() throws {
    let (model, _) = Self.reader.read(ModelCorpus.path("eomodel/Movies.eomodeld"))
    let movie = try #require(model?.entities.first { $0.name == "Movie" })
    #expect(movie.tableName == "movie" && movie.identity == ["movieID"])
    let types = Dictionary(movie.attributes.map { ($0.name, $0.type) }) { first, _ in first }
    #expect(types["title"] == .string && types["dateReleased"] == .timestamp)
    #expect(types["revenue"] == .decimal && types["movieID"] == .integer)
    #expect(
      movie.relationships.first { $0.name == "directors" }?.path == ["toDirector", "toTalent"]
    )
    #expect(
      movie.fetches.map(\.name) == ["DeepFetchOneMovie", "QualifierVariable", "RawFetchAllMovies"]
    )
    #expect(movie.fetches[0].qualifier?.description == "movieID = $myMovie")
    #expect(movie.fetches[2].sortOrderings.map(\.description) == ["title"])
    #expect(movie.place.source.position(at: movie.place.span.start).line == 124)
  }
}
