import EntityStore

/// What is wrong with something that was typed, in a sentence.
package func typedSentence(of error: any Error) -> String {
  switch error {
  case let error as UsageError: error.message
  case let error as StoreError: error.sentence
  default: "\(error)"
  }
}
