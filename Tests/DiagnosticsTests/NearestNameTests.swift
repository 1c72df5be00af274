import Diagnostics
import Testing

struct NearestNameTests {
  @Test(arguments: [
    "titel: color, title, tile -> title", "TITLE: title -> title", "colour: color -> color",
    "displayNameForPropery: displayNameForEntity, displayNameForProperty -> displayNameForProperty",
    "xyz: color -> ", "a: b -> ", "A: a -> a", "lke: like, ilike -> like", "ab: ba -> ba",
    "same: same -> ", "nmae: name, same -> name", ": a -> ",
  ])
  func `The nearest name is found`(line: String) {
    let parts = line.split(separator: ": ", maxSplits: 1, omittingEmptySubsequences: false)
    let sides = parts[1].split(separator: " -> ", omittingEmptySubsequences: false)
    let candidates = sides[0].split(separator: ", ").map(String.init)
    #expect(nearestName(to: String(parts[0]), in: candidates) ?? "" == sides[1])
  }

  @Test func `Of names equally near the first is taken`() {
    #expect(nearestName(to: "cat", in: ["bat", "hat"]) == "bat")
    #expect(nearestName(to: "cat", in: ["hat", "bat"]) == "hat")
  }
}
