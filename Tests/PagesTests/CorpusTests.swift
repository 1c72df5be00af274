import DirectToTerminalTesting
import SceneSupport
import CommandLineTool
import Pages
import EntityModel
import EntityStore
import Qualifiers
import RuleEngine
import RuleEnvironment
import StandardKeys
import Terminal
import TestSupport
import Testing
import Workspace

/// Every page of every entity of every database at every size.
@MainActor
struct CorpusTests {
  private nonisolated static let folders = [
    "sample", "apps", "coredata", "torture", "hostile", "sqlite-suite",
  ]
  private static let sizes = [
    Size(width: 80, height: 24), Size(width: 120, height: 40), Size(width: 40, height: 12),
    Size(width: 20, height: 5),
  ]

  @Test func `The corpus is there when it is required`() {
    #expect(!Corpus.isRequired || Corpus.exists)
  }

  @Test(arguments: Corpus.databases(in: folders))
  func `Every page of a database fits every screen`(name: String) async throws {
    let folder = TemporaryFolder()
    let path = try folder.copyDatabase(Corpus.path(name))
    let arguments = ["--set", "fetchTimeLimit=2", path]
    let opened: Session
    do {
      opened = try await Program(Invocation(arguments: arguments)).session()
    } catch StoreError.cannotOpen(let sentence) where name.hasPrefix("corrupt") {
      #expect(sentence.contains(path) && sentence.contains("damaged"), "\(sentence)")
      return
    }
    try await check(opened, "\(name) query", Self.sizes)
    for (number, entity) in opened.work.model.entities.enumerated()
    where number < 6 || number % 12 == 0 || TestLength.isLong {
      // All sizes for the first entities; the others take turns, or the whole would take minutes.
      let sizes = TestLength.isLong || number < 2 ? Self.sizes : [Self.sizes[number % 4]]
      let list = opened.sibling(StartLocation(task: "list", entity: entity))
      try await check(list, "\(name) list \(entity.name)", sizes)
      let rows = FetchSpecification(entityName: entity.name)
      guard !entity.identity.isEmpty,
        let window = try? await opened.work.store.window(rows, from: .start, count: 1),
        let record = window.records.first
      else { continue }
      for task in [TaskName.inspect, .edit] {
        let start = StartLocation(task: task, entity: entity, object: record)
        try await check(opened.sibling(start), "\(name) \(task) \(entity.name)", sizes)
      }
    }
  }

  private func check(_ session: Session, _ title: String, _ sizes: [Size]) async throws {
    let terminal = HeadlessTerminal(size: sizes[0])
    let controller = ScreenController(session: session, driver: terminal)
    for size in sizes {
      terminal.resize(to: size)
      controller.handle(.resize(size))
      try await controller.settle(on: terminal)
      let lines = terminal.lines
      #expect(lines.count == size.height, "\(title) at \(size)")
      for line in lines {
        let isHarmless = !line.unicodeScalars.contains(where: \.drivesTerminals)
        #expect(isHarmless, "\(title) at \(size): \(line.debugDescription)")
        let fits = TextWidth.cells(of: line) <= size.width
        #expect(fits, "\(title) at \(size): a line is too wide: \(line.debugDescription)")
      }
    }
  }
}

@MainActor
extension Session {
  /// Another session on the same store, as if the program had been started elsewhere.
  fileprivate func sibling(_ start: StartLocation) -> Session {
    Session(
      store: work.store,
      rules: work.resolver.model,
      faults: [],
      vocabulary: work.rules.vocabulary,
      catalog: ui.catalog,
      user: User(name: nil, role: nil),
      start: start
    )
  }
}

extension Unicode.Scalar {
  /// Whether a terminal would do something, or show nothing, instead of drawing the scalar.
  fileprivate var drivesTerminals: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: true
    default: false
    }
  }
}
