import EntityStore
import Qualifiers

extension Value {
  /// Refuses a text that a person has made of one that is no UTF-8, and of which some bytes were shown as U+FFFD: who keeps
  /// these among others would write over bytes that no person has seen.
  func checkText(inPlaceOf read: Value?, _ name: String) throws(StoreError) {
    guard case .string(let text) = self, case .string(let shown)? = read,
      text.unicodeScalars.contains("\u{FFFD}"), shown.unicodeScalars.contains("\u{FFFD}")
    else { return }
    throw .refused(
      "\(name) has bytes that are not UTF-8, shown as \u{FFFD} and lost by a save; remove them first"
    )
  }
}
