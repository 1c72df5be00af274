package import FoundationEssentials

/// An override of the current time, which tests set in place of the machine's clock.
///
/// Read by the clock of the rules and by everything else that asks for the current time.
package enum CurrentTime {
  /// The moment that a test sets, as a wall clock shows it; `nil` for that of the machine's clock.
  @TaskLocal package static var fixed: Date?
}
