package import FoundationEssentials
import Qualifiers

extension Attribute {
  /// The binary fraction that a column makes of a number with more digits than fit into one; `nil` where it keeps them all.
  package func rounded(_ number: Decimal) -> Double? {
    guard definition.storesBinaryFractions else { return nil }
    let text = number.description
    guard definition.storesOnlyBinaryFractions || Int64(text) == nil else { return nil }
    return number.binaryFraction == nil ? Double(text) : nil
  }
}
