import EntityStore
import Qualifiers
import TestSupport
import Testing
import Workspace

/// Tagged rows are kept as the rows, or as all of a fetch but some; what is told of them is what a plain set would tell.
@MainActor struct TagsTests {
  private static let fetch = FetchSpecification(entityName: "Film")

  private func id(_ number: Int64) -> RecordID {
    RecordID(entityName: "Film", key: number)
  }

  @Test(arguments: 0..<60)
  func `Whatever is tagged and taken back, it is what a set holds`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var tags = Tags()
    var plain: Set<Int64> = []
    let all = Set<Int64>(0..<8)
    for _ in 0..<30 {
      switch random.below(10) {
      case 0:
        tags.tagAll(of: Self.fetch)
        plain = all
      case 1:
        tags.invert(within: Self.fetch)
        plain = all.subtracting(plain)
      case 2:
        tags.clear()
        plain = []
      default:
        let number = Int64(random.below(all.count))
        tags.toggle(id(number))
        plain.formSymmetricDifference([number])
      }
      #expect(all.filter { tags.contains(id($0)) } == plain)
      if tags.base == nil { #expect(tags.idCount == plain.count) }
    }
  }

  @Test func `Rows that were tagged one by one keep that order`() {
    var tags = Tags()
    for number: Int64 in [5, 2, 7] { tags.toggle(id(number)) }
    tags.toggle(id(2))
    tags.toggle(id(1))
    #expect(tags.ids == [id(5), id(7), id(1)])
  }

  @Test func `Rows of an entity that get other keys stay tagged under them`() {
    var tags = Tags()
    tags.toggle(id(1))
    tags.rename { $0 == self.id(1) ? self.id(9) : nil }
    #expect(tags.contains(id(9)) && !tags.contains(id(1)))
  }
}
