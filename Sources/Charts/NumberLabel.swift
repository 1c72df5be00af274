/// The short texts of numbers beside axes and bars: `250`, `1.5 M`, `2e20`.
enum NumberLabel {
  private static let units = ["", " k", " M", " G", " T"]

  /// The power of a thousand in which a number with so many digits before the point is written.
  static func unit(digits: Int) -> Int {
    digits < 6 ? 0 : min((digits - 1) / 3, units.count - 1)
  }

  /// The text of `number` × 10 to the power of `exponent`, in a unit that is a power of a thousand.
  static func text(_ number: Int, exponent: Int, unit: Int) -> String {
    var (digits, shift) = (String(number.magnitude), exponent - 3 * unit)
    guard number != 0 else { return "0" }
    let sign = number < 0 ? "-" : ""
    while digits.hasSuffix("0") {
      digits.removeLast()
      shift += 1
    }
    if shift + digits.count > 6 || shift + digits.count < -4 {
      let rest = digits.dropFirst()
      let power = shift + rest.count + 3 * unit
      return "\(sign)\(digits.prefix(1))\(rest.isEmpty ? "" : ".\(rest)")e\(power)"
    }
    guard shift < 0 else {
      return sign + digits + String(repeating: "0", count: shift) + units[unit]
    }
    let missing = max(0, 1 - shift - digits.count)
    digits = String(repeating: "0", count: missing) + digits
    return "\(sign)\(digits.dropLast(-shift)).\(digits.suffix(-shift))\(units[unit])"
  }

  /// The text of a number with four digits, or with all that stand before the point.
  static func text(_ number: Double) -> String {
    // The powers of ten end little below.
    guard abs(number) >= 1e-300, number.isFinite else { return "0" }
    var magnitude = decimalMagnitude(of: number)
    let places = max(4, unit(digits: magnitude + 1) == 0 ? magnitude + 1 : 4)
    let exponent = magnitude + 1 - places
    let rounded = (number / power(exponent)).rounded()
    if abs(rounded) >= Double(power(places)) { magnitude += 1 }
    return text(Int(rounded), exponent: exponent, unit: unit(digits: magnitude + 1))
  }

  /// The greatest exponent of ten that a number reaches; `0.02` has -2.
  static func decimalMagnitude(of number: Double) -> Int {
    let text = "\(abs(number))"
    guard let mark = text.firstIndex(of: "e") else {
      let (whole, part) = (
        text.prefix { $0 != "." }, text.drop { $0 != "." }.dropFirst()
      )
      return whole == "0" ? -1 - part.prefix { $0 == "0" }.count : whole.count - 1
    }
    return Int(text[text.index(after: mark)...]) ?? 0
  }

  /// Ten to the power of `exponent`, as near as a binary number comes.
  static func power(_ exponent: Int) -> Double { Double("1e\(exponent)") ?? 1 }
}
