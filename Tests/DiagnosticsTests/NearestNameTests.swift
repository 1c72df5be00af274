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

  @Test func `What exists is listed the nearest first, of many a dozen`() {
    #expect(
      existingNames(nearestTo: "lst", in: ["edit", "inspect", "list"]) == "list, edit, inspect"
    )
    let many = (1...40).map { "name\($0)" }
    let text = existingNames(nearestTo: "name7", in: many)
    #expect(text.hasPrefix("name7, name1, ") && text.hasSuffix(" … (40 in all)"), "\(text)")
    #expect(text.split(separator: ",").count == 12)
    #expect(existingNames(nearestTo: "a", in: []).isEmpty)
  }

  @Test func `Of names equally near the first is taken`() {
    #expect(nearestName(to: "cat", in: ["bat", "hat"]) == "bat")
    #expect(nearestName(to: "cat", in: ["hat", "bat"]) == "hat")
  }
}
