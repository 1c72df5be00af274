import DirectToTerminal
import DirectToTerminalTesting
import Testing

/// The keys that configure one part of an application, declared by that part.
private struct LampKeys: KeyNamespace {
  static let shared = Self()
  let brightness = Key(50, "How bright it is, of a hundred.")
  let warmth = Key(50, "How warm its light is, of a hundred.")
  let owner = Key<String?>("Whose it is.")
}

extension AddedNamespaces { fileprivate static var lamp: LampKeys { .shared } }

private struct Lamp: View {
  @Environment(\.lamp.brightness) private var brightness
  @Environment(\.lamp.warmth) private var warmth

  var body: some View { Text("\(brightness) \(warmth)") }
}

/// Holds lamps, and tells them nothing itself.
private struct Chandelier: View {
  var body: some View {
    VStack {
      Lamp()
      HStack { Lamp().environment(\.lamp.brightness, 1) }
    }
  }
}

/// Tests typed keys as configuration: values that are copied and overlaid.
@MainActor
struct ConfigurationSeedTests {
  private let lamp = LampKeys.shared

  @Test func `A key has a type and a default, is read and set with that type`() {
    var values = EnvironmentValues()
    let brightness: Int = values[lamp.brightness]
    #expect(brightness == 50)
    values[lamp.brightness] = 80
    #expect(values[lamp.brightness] == 80 && values.lamp.brightness == 80)
    values.lamp.brightness += 1
    #expect(values[lamp.brightness] == 81)
  }

  @Test func `A key of optional type needs no default`() {
    var values = EnvironmentValues()
    #expect(values.lamp.owner == nil && lamp.owner.defaultRuleValue == .null)
    values.lamp.owner = "Ada"
    #expect(values.lamp.owner == "Ada")
    values.lamp.owner = nil
    #expect(values.lamp.owner == nil)
  }

  @Test func `Two keys of the same type and default are two`() {
    let values = EnvironmentValues().setting(lamp.brightness, to: 10)
    #expect(values.lamp.brightness == 10 && values.lamp.warmth == 50)
    #expect(lamp.brightness !== lamp.warmth && lamp.brightness.slot != lamp.warmth.slot)
  }

  @Test func `A key that is handed on, or in a copy of its namespace, is still the same key`() {
    func dim(_ values: inout EnvironmentValues, _ key: Key<Int>) { values[key] = 0 }
    var values = EnvironmentValues()
    let copy = lamp
    dim(&values, copy.warmth)
    #expect(values.lamp.warmth == 0 && values.lamp.brightness == 50)
  }

  @Test func `The part that uses keys declares them, beside those of other parts`() {
    var values = EnvironmentValues()
    values.lamp.brightness = 7
    values.seed.charge = 2
    values.title = "Both"
    #expect((values.lamp.brightness, values.seed.charge, values.title) == (7, 2, "Both"))
    #expect(Vocabulary(LampKeys.shared, SeedKeys.shared).names.contains("warmth"))
  }

  @Test func `A copy is changed without touching what it was copied from`() {
    var house = EnvironmentValues()
    house.lamp.brightness = 20
    var room = house
    room.lamp.brightness = 90
    room.lamp.warmth = 10
    #expect(house.lamp.brightness == 20 && house.lamp.warmth == 50)
    #expect(room.lamp.brightness == 90 && room.lamp.warmth == 10)
    house.lamp.warmth = 70
    #expect(room.lamp.warmth == 10)
  }

  @Test func `Of several laid over each other the later wins, and each stays as it was`() {
    let least = EnvironmentValues().setting(\.lamp.brightness, to: 1).setting(\.lamp.warmth, to: 1)
    let middle = EnvironmentValues().setting(\.lamp.brightness, to: 2).setting(
      \.lamp.owner,
      to: "Ada"
    )
    let most = EnvironmentValues().setting(\.lamp.brightness, to: 3)
    var merged = EnvironmentValues(merging: least, middle, most)
    #expect((merged.lamp.brightness, merged.lamp.warmth, merged.lamp.owner) == (3, 1, "Ada"))
    merged.lamp.brightness = 4
    #expect((least.lamp.brightness, middle.lamp.brightness, most.lamp.brightness) == (1, 2, 3))
    #expect(EnvironmentValues(merging: most, least).lamp.brightness == 1)
  }

  @Test func `Nothing is global: what begins has the defaults, whatever was set before`()
    async throws
  {
    var values = EnvironmentValues()
    values.seed.charge = 99
    #expect(EnvironmentValues().seed.charge == 1 && EnvironmentValues.current.seed.charge == 1)
    // Two applications in one process, each with a root of its own.
    func charge(_ amount: Int) async throws -> ApplicationTester {
      let application = Application.seed(rules: "charge > 5 => title = `charged {charge}`") {
        RootValue(\.seed.charge, amount)
      }
      return try await ApplicationTester(application)
    }
    let (one, other) = (try await charge(6), try await charge(7))
    #expect(one.lines[0].contains("charged 6"), "\(one.text)")
    #expect(other.lines[0].contains("charged 7"), "\(other.text)")
    await one.close()
    await other.close()
  }

  @Test
  func `What a view is told reaches those in it, again when it changes, unless they say otherwise`()
  {
    let dark = EnvironmentValues().setting(\.lamp.warmth, to: 5)
    let scene = SceneTester(
      host: ViewHost(environment: dark) {
        VStack {
          Chandelier().environment(\.lamp.brightness, 30)
          Lamp()
        }
      }
    )
    #expect(scene.lines.prefix(3) == ["30 5", "1 5", "50 5"])
    scene.host.environment = EnvironmentValues(merging: dark, .init().setting(\.lamp.warmth, to: 6))
    #expect(scene.lines.prefix(3) == ["30 6", "1 6", "50 6"])
  }
}
