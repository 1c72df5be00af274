import Editing

@MainActor
extension EditingContext {
  /// Checks objects, or all that is pending, by the model alone, and writes them.
  func save(_ chosen: [ManagedObject]? = nil) async throws(SaveError) {
    let chosen = insertionOrder(of: chosen ?? pendingObjects)
    let problems = chosen.filter { $0.state != .deleted }.flatMap { $0.problems() }
    guard problems.isEmpty else { throw .invalid(problems) }
    try await write(chosen, guardedBy: nil)
  }
}
