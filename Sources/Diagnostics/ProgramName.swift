/// The name of the running program, for messages.
package enum ProgramName {
  /// The name; an application says its own around all that it does.
  @TaskLocal package static var current = "d2t"
}
