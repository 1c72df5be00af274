import RuleEnvironment
import Testing

@testable import DirectToTerminal

/// What a key says of who reads it is true: of keys for rules no code asks, of all others some does.
@MainActor
struct KeyReadingTests {
  /// Stands for the program as the one who asks.
  private static let program = Key(false, "The program.")

  /// The keys that pages, components and commands of a scene ask for, on the ways of `walk`.
  private func keysRead(
    _ rules: String,
    _ walk: (Scene) async throws -> Void
  ) async throws -> Set<String> {
    let scene = try await Scene(RecordShop.script, rules: rules) { session in
      session.root = session.root.answering(Self.program)
    }
    try await walk(scene)
    let session = scene.session
    #expect(session.faults.isEmpty, "\(session.faults)")
    return Set(session.root.keysRead.compactMap { session.vocabulary.name(of: $0) })
  }

  /// Every page, the commands that change, find and save, and a terminal of each size.
  private func walk(_ scene: Scene) async throws {
    try await scene.send("down up enter")
    try await scene.send("s f x")
    for width in [40, 140, 100] { try await scene.resize(width: width, height: 30) }
    try await scene.send("enter J e")
    try await scene.go(to: "name")
    try await scene.retype("Accepted")
    try await scene.send("ctrl-s esc")
    try await scene.send("/ esc F esc P esc d esc")
    try await go(to: "Track", scene)
    try await scene.send("enter e")
    try await scene.go(to: "album")
    try await scene.send("space esc")
  }

  /// A new object.
  private func create(_ scene: Scene) async throws {
    try await go(to: "Track", scene)
    try await scene.send("o")
    try await scene.go(to: "name")
    try await scene.type("New")
  }

  private func go(to entity: String, _ scene: Scene) async throws {
    try await scene.send(":")
    try await scene.type(entity)
    try await scene.send("enter")
  }

  @Test func `Of keys for rules no page, component or command asks, of all others some does`()
    async throws
  {
    let rules = """
      debug = true
      task = 'inspect' => tabs = ['One', 'Two'], sections = [['All', 'name']]
      entity.name = 'Track' => creationTimestampPropertyKey = 'name'
      entity.name = 'Artist' and propertyKey = 'name' => choices = ['Accept', 'Accepted']
      """
    var read = try await keysRead(rules, walk)
    read.formUnion(try await keysRead("", walk))
    read.formUnion(try await keysRead(rules, create))
    // Those of the site are asked before there is a session; LockedModeTests tries each.
    let declared = builtInVocabulary.entries.filter {
      $0.isAssignable && !$0.key.isForRules && !$0.key.isOfSite
    }
    let forRules = builtInVocabulary.entries.filter(\.key.isForRules).map(\.name)
    #expect(Set(forRules).intersection(read).sorted() == [], "code asks for keys for rules")
    #expect(Set(declared.map(\.name)).subtracting(read).sorted() == [], "nothing asks for these")
    #expect(forRules == ["debug", "pageConfiguration", "readOnlyEntityNames"])
  }
}
