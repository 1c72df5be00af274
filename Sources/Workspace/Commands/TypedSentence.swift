import EntityStore
import Insight

/// Returns the message that explains what is wrong with typed text.
nonisolated package func typedSentence(of error: any Error) -> String {
  switch error {
  case let error as UsageError: error.message
  case let error as StoreError: error.sentence
  case let error as GroupRequestFault: error.message
  default: "\(error)"
  }
}
