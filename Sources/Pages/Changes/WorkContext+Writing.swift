import Widgets
import Workspace

extension WorkContext {
  /// Runs what writes, or tries to, unless something else does: that is said then, behind `prefix`.
  func writeAlone(
    _ context: CommandContext,
    orSay prefix: String = "",
    _ body: @escaping () async -> Void
  ) {
    guard !saves.isBusy else {
      return context.say(prefix + SaveController.busySentence, .warning)
    }
    saves.isBusy = true
    loads.run { [self] in
      await body()
      saves.isBusy = false
    }
  }
}
