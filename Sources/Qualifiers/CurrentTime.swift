package import FoundationEssentials

/// The moment that everything takes for now.
package enum CurrentTime {
  /// The moment that a test sets, as a wall clock shows it; `nil` for that of the machine's clock.
  @TaskLocal package static var fixed: Date?
}
