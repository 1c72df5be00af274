/// What the program that runs is called, for messages that say how it is called.
package enum ProgramName {
  /// The name; an application says its own around all that it does.
  @TaskLocal package static var current = "d2t"
}
