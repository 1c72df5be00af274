public import CommandLineTool

/// The main type of a program: `@main struct ShopApp: TerminalApplication`.
///
/// The whole command line comes with it, under the name of its application. On the main actor.
@MainActor
public protocol TerminalApplication {
  /// The application to run.
  static var application: Application { get }
}

extension TerminalApplication {
  /// Does what the command line says, and ends the process.
  public static func main() {
    Program.main(CommandLine.arguments.dropFirst().map(\.self), application: application)
  }
}
