import Widgets

/// A part of a whole as a text and as a bar.
enum ShareText {
  /// A share with one decimal: `20.1 %`.
  static func percent(_ share: Double) -> String {
    let tenths = Int((share * 1000).rounded())
    return "\(tenths / 10).\(tenths % 10) %"
  }

  /// A bar of 24 cells for 1, in eighths of a cell.
  static func bar(_ share: Double) -> String {
    BarPlot.bar(eighths: max(Int((share * 24 * 8).rounded()), 1))
  }
}
