import FoundationEssentials
import PropertyLists
import Qualifiers

extension PropertyList {
  /// The value as rules read it, with what lists and dictionaries hold.
  var value: Value {
    switch content {
    case .string(let text): .string(text)
    case .integer(let number): .int(number)
    case .real(let number): .double(number)
    case .boolean(let flag): .bool(flag)
    case .date(let seconds): .date(Date(timeIntervalSince1970: seconds))
    // Written as it is shown: model files know no bytes.
    case .data(let bytes): .string(Value.data(bytes).description)
    case .array(let elements): .list(elements.map(\.value))
    case .dictionary(let dictionary): .dictionary(dictionary.values)
    }
  }
}

extension PropertyListDictionary {
  /// The values by their keys; of equal keys the last counts.
  var values: [String: Value] {
    Dictionary(entries.map { ($0.key, $0.value.value) }) { $1 }
  }
}
