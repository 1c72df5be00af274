/// A small generator whose numbers are the same in every run.
package struct Seeded: RandomNumberGenerator {
  private var state: UInt64
  package init(_ seed: UInt64) { state = seed }
  package mutating func next() -> UInt64 {
    UInt64(next(1 << 30)) << 34 ^ UInt64(next(1 << 30)) << 17 ^ UInt64(next(1 << 30))
  }
  package mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }
}
