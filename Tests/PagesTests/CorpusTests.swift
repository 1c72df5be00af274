import DirectToTerminalTesting
import SceneSupport
import CommandLineTool
@testable import Pages
import EntityModel
import EntityStore
import Qualifiers
import RuleEngine
import RuleEnvironment
import StandardKeys
import Terminal
import TestSupport
import Testing
import Widgets
import Workspace

/// Every page of every entity of every database at every size.
@MainActor
struct CorpusTests {
  private nonisolated static let folders = [
    "sample", "apps", "coredata", "torture", "hostile", "sqlite-suite",
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
    try await check("\(name) query", Self.sizes(0)) { opened.sibling(StartLocation()) }
    for (number, entity) in opened.work.model.entities.enumerated()
    where number < 6 || number % 12 == 0 || TestLength.isLong {
      let sizes = Self.sizes(number)
      try await check("\(name) list \(entity.name)", sizes) {
        opened.sibling(StartLocation(task: "list", entity: entity))
      }
      let summaries =
        TestLength.isLong ? Self.summaries : [Self.summaries[number % Self.summaries.count]]
      for keys in summaries {
        let sizes = TestLength.isLong ? sizes : [sizes[0]]
        try await check("\(name) list \(entity.name), \(keys)", sizes, keys: keys) {
          opened.sibling(StartLocation(task: "list", entity: entity))
        }
      }
      let rows = FetchSpecification(entityName: entity.name)
      guard !entity.identity.isEmpty,
        let window = try? await opened.work.store.window(rows, from: .start, count: 1),
        let record = window.records.first
      else { continue }
      for task in [TaskName.inspect, .edit] {
        try await check("\(name) \(task) \(entity.name)", sizes) {
          opened.sibling(StartLocation(task: task, entity: entity, object: record))
        }
      }
    }
  }

  /// The keys that lead from a list to pages which summarize its rows: values, groups, charts of them, and columns.
  private static let summaries = ["f", "B", "f c", "D", "B c"]

  /// All sizes but the largest for the first entity; the others take turns, or the whole would take minutes.
  private static func sizes(_ number: Int) -> [Size] {
    let all = ScreenVariant.sizes
    if TestLength.isLong { return all }
    switch number {
    case 0: return all.dropLast()
    case 12: return all.suffix(1)
    default: return [all[number % (all.count - 1)]]
    }
  }

  private func check(
    _ title: String,
    _ sizes: [Size],
    keys: String = "",
    _ open: () -> Session
  ) async throws {
    // The same variants for a page each time, others for the next.
    let place = title.utf8.reduce(TestLength.of("D2T_SEED", 0)) { ($0 &* 31 &+ Int($1)) & 0xFFFF }
    for isPlain in TestLength.isLong ? [false, true] : [place % 2 == 0] {
      let session = open()
      let terminal = HeadlessTerminal(size: sizes[0], isPlain: isPlain)
      let controller = ScreenController(session: session, driver: terminal)
      for event in KeyEvent.sequence(keys) ?? [] {
        try await controller.settle(on: terminal)
        controller.handle(.key(event))
      }
      for (number, size) in sizes.enumerated() {
        terminal.resize(to: size)
        controller.handle(.resize(size))
        for variant in ScreenVariant.some(isPlain: isPlain, at: place / 2 + number) {
          session.work.root[MiscKeys.shared.look] = variant.look
          terminal.colorCount = variant.colorCount
          controller.handle(.ground(isLight: false))
          try await controller.settle(on: terminal)
          expectWhole(terminal, "\(title) at \(size), \(variant)", variant)
        }
        // Rows that cannot be grouped stay a list.
        if TestLength.isLong, !keys.isEmpty, session.ui.navigator.current.list == nil {
          try await timeKeys(controller, terminal, "\(title) at \(size)")
        }
        guard TestLength.isLong || (place + number) % 32 == 0 else { continue }
        try await expectReachable(controller, terminal, "\(title) at \(size)")
      }
    }
  }

  /// Presses keys on a page, and tells which of them take more than 100 ms until they are drawn.
  private func timeKeys(
    _ controller: ScreenController,
    _ terminal: HeadlessTerminal,
    _ title: String
  ) async throws {
    for event in KeyEvent.sequence("j l s G k h g") ?? [] {
      try await controller.settle(on: terminal)
      let time = ContinuousClock().measure {
        controller.handle(.key(event))
        controller.draw()
      }
      if time > .milliseconds(100) { print("slow: \(title), \(event): \(time)") }
    }
    try await controller.settle(on: terminal)
  }

  private func expectWhole(
    _ terminal: HeadlessTerminal,
    _ title: String,
    _ variant: ScreenVariant
  ) {
    let (lines, size) = (terminal.lines, terminal.size)
    #expect(lines.count == size.height, "\(title)")
    for line in lines {
      let isHarmless = !line.unicodeScalars.contains(where: \.drivesTerminals)
      #expect(isHarmless, "\(title): \(line.debugDescription)")
      let fits = TextWidth.cells(of: line) <= size.width
      #expect(fits, "\(title): a line is too wide: \(line.debugDescription)")
    }
    let faults = terminal.screen.faults(in: variant)
    #expect(faults.isEmpty, "\(title): \(faults)\n\(lines.joined(separator: "\n"))")
  }

  /// Expects help and the palette to list the commands of a page, one of them under the cursor, at any size.
  private func expectReachable(
    _ controller: ScreenController,
    _ terminal: HeadlessTerminal,
    _ title: String
  ) async throws {
    // A message that does not fit its line stands in front, until a key.
    if controller.host.isModal { controller.handle(.key(KeyEvent(.escape))) }
    for (key, items) in [
      ("ctrl-p", controller.host.commandItems), ("f1", controller.host.keyItems),
    ] {
      let keys = try #require(KeyEvent.sequence(key))
      controller.handle(.key(keys[0]))
      try await controller.settle(on: terminal)
      let first = items.first.map { String($0.title.prefix(4)) }
      let row = terminal.lines.contains { $0.contains("›") }
      #expect(
        row && first.map(terminal.lines.joined().contains) == true,
        "\(title): \(key), \(first ?? "none")\n\(terminal.lines.joined(separator: "\n"))"
      )
      controller.handle(.key(KeyEvent(.escape)))
      try await controller.settle(on: terminal)
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
