/// How long a test waits for what does not come.
///
/// All scenes share one actor: among many others each waits long for its turns, so that time alone does not tell.
package struct Patience {
  private let deadline = ContinuousClock.now + .seconds(120)
  private var turns = 0

  /// All of it.
  package init() {}

  /// Whether there is some left; to be asked once in every turn.
  package var lasts: Bool {
    mutating get {
      turns += 1
      return turns < 2_000 || ContinuousClock.now < deadline
    }
  }
}
