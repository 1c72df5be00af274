import Diagnostics
import DirectToTerminal
import Qualifiers
import RuleEngine
import TestSupport
import Testing

/// Stands for the compiler's refusal: chosen only where no operator of the library takes the qualifier.
@_disfavoredOverload
private func <= (key: RuleKeyPath<Qualifier?>, qualifier: Qualifier?) -> String { "refused" }

/// Rights in Swift permit nothing where they cannot be made out, as rights in files.
@MainActor
struct SwiftRightsTests {
  private static let vocabulary = builtInVocabulary

  private static func inSwift(@RuleBuilder _ rules: () -> [SwiftRule]) -> (
    EnvironmentValues, [Diagnostic]
  ) {
    var loading = RuleLoading(vocabulary: vocabulary)
    loading.add(layer: .application, rules)
    let (model, faults) = loading.finish()
    return (EnvironmentValues(resolver: RuleResolver(model: model)), faults)
  }

  private static func inFile(_ text: String) -> (EnvironmentValues, [Diagnostic]) {
    let source = SourceText(name: "a.rules", text: text)
    let loaded = RuleModel.load(layers: [(.application, [source])], vocabulary: vocabulary)
    return (EnvironmentValues(resolver: RuleResolver(model: loaded.model)), loaded.diagnostics)
  }

  @Test
  func `L1: a qualifier in Swift picks what the same text in a file picks, with a mistake nothing`()
  {
    let whole = Array("owner = 'a' and (size > 3 or not name like 'b*') and $role = 'x'")
    var random = SeededGenerator(seed: 33)
    var mistakes = 0
    for number in 0..<300 {
      var letters = whole
      for _ in 0..<(number % 3) {
        let place = Int.random(in: 0..<letters.count, using: &random)
        let other = Bool.random(using: &random) ? nil : whole.randomElement(using: &random)
        letters.replaceSubrange(place...place, with: other.map { [$0] } ?? [])
      }
      let text = String(letters)
      let (swift, faults) = Self.inSwift {
        \.restrictingQualifier <= .where(text)
        \.loginQualifier <= .where(text)
        \.auxiliaryQualifier <= .where(text)
      }
      let picked = [swift.restrictingQualifier, swift.loginQualifier, swift.auxiliaryQualifier]
      #expect(picked[0] != nil, "\(text)")
      #expect(picked.allSatisfy { $0 == picked[0] }, "\(text): \(picked)")
      for (place, key) in ["restricting", "login", "auxiliary"].enumerated() {
        let (file, told) = Self.inFile("*true* => \(key)Qualifier = where (\(text))")
        let inFile = [file.restrictingQualifier, file.loginQualifier, file.auxiliaryQualifier]
        // A text that closes the parenthesis itself is another rule in a file.
        guard Qualifier.parse(text).qualifier != nil || !told.isEmpty else { continue }
        #expect(inFile[place] == picked[place], "\(key): \(text)")
        #expect(told.isEmpty == faults.isEmpty, "\(text): \(told) and \(faults)")
      }
      if Qualifier.parse(text).qualifier == nil {
        mistakes += 1
        #expect(picked[0] == .constant(false), "\(text)")
        #expect(faults.count == 3 && faults.allSatisfy { $0.severity == .error }, "\(faults)")
      }
    }
    #expect(mistakes > 50, "\(mistakes)")
  }

  @Test func `L1: a fault in a qualifier names the Swift file and what is wrong`() throws {
    let (_, faults) = Self.inSwift { \.restrictingQualifier <= .where("owner = = $user.name") }
    let fault = try #require(faults.first)
    #expect(fault.rendered.contains("SwiftRightsTests"), "\(fault.rendered)")
    #expect(fault.rendered.contains("where (owner = = $user.name)"), "\(fault.rendered)")
  }

  @Test func `L1: a qualifier that may be nil has no place in a rule`() {
    let nothing = Qualifier.parse("owner = = 1").qualifier
    let restricting: Any = \.restrictingQualifier <= nothing
    let login: Any = \.loginQualifier <= nothing
    let auxiliary: Any = \.auxiliaryQualifier <= Qualifier.parse("owner = 1").qualifier
    let made = [restricting, login, auxiliary]
    #expect(made.allSatisfy { $0 is String }, "\(made)")
    // A rule for all objects says so.
    let (values, faults) = Self.inSwift { \.restrictingQualifier <= nil }
    #expect(values.restrictingQualifier == nil && faults.isEmpty)
  }

  @Test func `L1: a closure that cannot make out a right permits nothing`() {
    let (values, faults) = Self.inSwift {
      \.isPropertyVisible <= { _ in nil }
      \.isEntityReadOnly <= { _ in nil }
      \.isObjectDeletable <= { _ in nil }
      \.visibleEntityNames <= { _ in nil }
      \.restrictingQualifier <= { _ in nil }
      \.loginQualifier <= { _ in .where("a = = 1") }
      \.auxiliaryQualifier <= { _ in nil }
      \.title <= { _ in nil }
      \.title <= "the next rule"
    }
    #expect(!values.isPropertyVisible && values.isEntityReadOnly && !values.isObjectDeletable)
    #expect(values.visibleEntityNames == [])
    #expect(values.restrictingQualifier == .constant(false))
    #expect(values.loginQualifier == .constant(false))
    #expect(values.auxiliaryQualifier == .constant(false))
    #expect(values.title == "the next rule")
    #expect(faults.isEmpty, "\(faults)")
  }

  @Test func `L1: a closure that makes out a condition picks by it`() {
    let (values, _) = Self.inSwift {
      \.restrictingQualifier <= { .where("owner = \(Value.string($0.role ?? "").literal)") }
    }
    #expect(values.restrictingQualifier?.description == "owner = ''")
  }
}
