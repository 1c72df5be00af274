@testable import RuleFiles  // what a reading was made of
import Diagnostics
import Glibc
import Qualifiers
import RuleEngine
import RuleEnvironment
import StandardKeys
import TestSupport
import Testing

import Pages
import Workspace

/// Tests which version of each rule file applies when files change, break or disappear at run time.
@MainActor
struct RuleBaseTests {
  private let folder = TemporaryFolder()
  private var main: String { folder.path + "/main.rules" }

  private func base(_ named: [String]? = nil, user: String? = nil) -> RuleBase {
    let names = Catalog.builtIn.names(with: nil)
    var surroundings = HostEnvironment()
    surroundings.variables = user.map { ["XDG_CONFIG_HOME": $0] } ?? [:]
    return RuleBase(
      start: RuleLoading(vocabulary: builtInVocabulary, names: names),
      names: names,
      included: [],
      origin: RuleBase.Origin(
        named: named ?? [main],
        database: folder.path + "/shop.db",
        surroundings: surroundings
      )
    )
  }

  private func write(_ text: String, to name: String) {
    _ = folder.write(Array(text.utf8), to: name)
  }

  private func title(_ reading: RuleBase.Reading) -> String {
    EnvironmentValues(resolver: RuleResolver(model: reading.model))[RenderingKeys.shared.title]
  }

  @Test func `A file with a mistake counts as it was, and what is wrong is told`() {
    write("*true* => title = 'one'", to: "main.rules")
    var base = base()
    #expect(title(base.read(LiveRules())) == "one")
    #expect(base.isCurrent)
    write("*true* => title = 'two', colour = 1", to: "main.rules")
    #expect(!base.isCurrent)
    let broken = base.read(LiveRules())
    #expect(title(broken) == "one")
    #expect(broken.faults.map(\.id) == ["unknown-key"])
    #expect(broken.kept == [main] && broken.changed == [main])
    write("*true* => title = 'three'", to: "main.rules")
    let mended = base.read(LiveRules())
    #expect(title(mended) == "three" && mended.faults.isEmpty && mended.kept.isEmpty)
  }

  @Test func `A warning keeps nothing back`() {
    write("*true* => title = 'one'", to: "main.rules")
    var base = base()
    _ = base.read(LiveRules())
    write("when task = 'edit' { }\n*true* => title = 'two'", to: "main.rules")
    let reading = base.read(LiveRules())
    #expect(title(reading) == "two")
    #expect(reading.faults.map(\.severity) == [.warning])
  }

  @Test func `One broken file keeps no other from counting`() {
    write("include 'names.rules'\n*true* => title = 'one'", to: "main.rules")
    write("*true* => look = 'light'", to: "names.rules")
    var base = base()
    _ = base.read(LiveRules())
    write("*true* =>", to: "names.rules")
    write("include 'names.rules'\n*true* => title = 'two'", to: "main.rules")
    let reading = base.read(LiveRules())
    #expect(title(reading) == "two")
    let values = EnvironmentValues(resolver: RuleResolver(model: reading.model))
    #expect(values[MiscKeys.shared.look] == "light")
    #expect(reading.kept == [folder.path + "/names.rules"])
  }

  @Test
  func `Files that are gone: a named or included one is missed, one found by its place is not`() {
    write("include 'names.rules'\n*true* => title = 'one'", to: "main.rules")
    write("*true* => look = 'light'", to: "names.rules")
    write("*true* => locale = 'de_DE'", to: "shop.rules")
    var base = base()
    _ = base.read(LiveRules())
    for name in ["main", "names", "shop"] { unlink(folder.path + "/\(name).rules") }
    base.look()
    #expect(!base.isCurrent)
    let reading = base.read(LiveRules())
    let values = EnvironmentValues(resolver: RuleResolver(model: reading.model))
    #expect(values[RenderingKeys.shared.title] == "one")
    #expect(values[MiscKeys.shared.look] == "light")
    #expect(values[MiscKeys.shared.locale] == .plain)
    #expect(reading.faults.map(\.id) == ["no-file"])
    #expect(base.places.files.isSuperset(of: [main, folder.path + "/names.rules"]))
  }

  @Test func `A file that appears beside the database counts, and is looked for before`() {
    write("*true* => title = 'one'", to: "main.rules")
    var base = base()
    _ = base.read(LiveRules())
    #expect(base.places.files.contains(folder.path + "/shop.rules"))
    #expect(base.places.folders.contains("/etc/d2t"))
    write("*true* => locale = 'de_DE'", to: "shop.rules")
    base.look()
    #expect(!base.isCurrent)
    let reading = base.read(LiveRules())
    #expect(reading.model.rules.count == 2)
  }

  @Test func `A file that came back broken does not bring back what it was before it was gone`() {
    write("*true* => title = 'one'", to: "main.rules")
    write("*true* => title = 'beside', locale = 'de_DE'", to: "shop.rules")
    var base = base([])
    _ = base.read(LiveRules())
    unlink(folder.path + "/shop.rules")
    base.look()
    _ = base.read(LiveRules())
    write("*true* =>", to: "shop.rules")
    base.look()
    #expect(base.read(LiveRules()).model.rules.isEmpty)
  }

  @Test func `What is typed beats all files, and widens no permission`() throws {
    write("role = 'clerk' => isObjectEditable = false, title = 'file'", to: "main.rules")
    var base = base()
    var live = LiveRules()
    live.set("title", to: "'typed'")
    live.add("*true* => isObjectEditable = task != 'none'")
    let reading = base.read(live)
    let resolver = RuleResolver(model: reading.model)
    var values = EnvironmentValues(resolver: resolver)
    values[PermissionKeys.shared.role] = "clerk"
    #expect(values[RenderingKeys.shared.title] == "typed")
    #expect(!values[PermissionKeys.shared.isObjectEditable])
    #expect(resolver.faults.map(\.id) == ["widens-permission"])
    let rule = try #require(resolver.explain(RenderingKeys.shared.title, in: values).rule)
    #expect(rule.layer == .live && rule.file == "live" && rule.line == 2)
  }

  @Test func `A file of the user that changes may narrow a permission and not widen it`() {
    mkdir(folder.path + "/d2t", 0o755)
    write("*true* => isObjectEditable = false", to: "main.rules")
    write("*true* => title = 'mine'", to: "d2t/a.rules")
    var base = base(user: folder.path)
    _ = base.read(LiveRules())
    write("*true* => isObjectEditable = true, isObjectDeletable = false", to: "d2t/a.rules")
    let reading = base.read(LiveRules())
    #expect(reading.faults.map(\.id) == ["widens-permission"])
    let values = EnvironmentValues(resolver: RuleResolver(model: reading.model))
    #expect(!values[PermissionKeys.shared.isObjectEditable])
    // The file counts as it was: nothing of it, not half of it.
    #expect(values[RenderingKeys.shared.title] == "mine")
    #expect(values[PermissionKeys.shared.isObjectDeletable])
  }

  @Test func `What is set again replaces what was set; of rules the last typed comes first`() {
    var live = LiveRules()
    live.set("title", to: "'a'")
    live.add("*true* => title = 'b'")
    live.set("title", to: "'c'")
    #expect(live.entries.map(\.text) == ["*true* => title = 'c'", "*true* => title = 'b'"])
    #expect(live.unset("title") && !live.unset("title"))
    #expect(live.entries.count == 1)
    let names = Catalog.builtIn.names(with: nil)
    func check(_ text: String) -> [String] {
      LiveRules.check(text, vocabulary: builtInVocabulary, names: names).faults.map(\.id)
    }
    #expect(check("*true* => title = 'x'") == [])
    #expect(check("include 'other.rules'") == ["include"])
    #expect(check("*true* => isObjectEditable = true") == ["widens-permission"])
  }
}
