import Terminal
import TestSupport
import Widgets

/// A way to draw a page: what a rule chooses and a terminal has.
struct ScreenVariant: CustomStringConvertible {
  let look: String
  let colorCount: Int
  /// Whether the terminal shows ASCII alone.
  let isPlain: Bool

  /// The sizes that each page is to fit.
  static let sizes = [(80, 24), (132, 43), (40, 12), (20, 5), (300, 100)].map {
    Size(width: $0, height: $1)
  }

  /// Every look with each number of colours.
  static func all(isPlain: Bool) -> [Self] {
    Palette.looks.keys.sorted().flatMap { look in
      [256, 16, 0].map { Self(look: look, colorCount: $0, isPlain: isPlain) }
    }
  }

  /// All of them in a long run, else the one at `place`, counted round.
  static func some(isPlain: Bool, at place: Int) -> [Self] {
    let all = all(isPlain: isPlain)
    return TestLength.isLong ? all : [all[place % all.count]]
  }

  var description: String { "\(look) \(colorCount)\(isPlain ? " ASCII" : "")" }
}

extension Buffer {
  /// What is wrong with the frame in itself: halves of wide glyphs, glyphs and colours the terminal does not have, text that
  /// no one sees, and edges of boxes that do not meet; ten faults at most.
  func faults(in variant: ScreenVariant) -> [String] {
    var faults: [String] = []
    let shown = variant.isPlain ? ASCIIFallback.of(self) : self
    for y in 0..<size.height {
      var style: Style?
      for (x, cell) in row(y).enumerated() {
        var fault: String?
        if cell.style != style {
          style = cell.style
          fault = styleFault(cell, variant.colorCount)
        }
        if !cell.scalar.isASCII || cell.isContinuation {
          fault = fault ?? glyphFault(cell, Point(x: x, y: y))
          if variant.isPlain, !(shown.scalar(x, y)?.isASCII ?? false) { fault = "'\(cell.text)'" }
        }
        if let fault { faults.append("\(fault) at \(x), \(y)") }
        if faults.count == 10 { return faults }
      }
    }
    return faults
  }

  private func styleFault(_ cell: Cell, _ colorCount: Int) -> String? {
    let (ink, ground) = (cell.style.foreground, cell.style.background)
    guard colorCount >= 8 else {
      return (ink, ground) == (.default, .default) ? nil : "a colour"
    }
    if let index = [ink, ground].compactMap(\.index).first(where: { Int($0) >= colorCount }) {
      return "colour \(index) of \(colorCount)"
    }
    return ground != .default && ink == ground ? "unseen text" : nil
  }

  private func glyphFault(_ cell: Cell, _ place: Point) -> String? {
    switch cell.width {
    case 0: self.cell(place.x - 1, place.y)?.width == 2 ? nil : "a right half"
    case 2: self.cell(place.x + 1, place.y)?.isContinuation == true ? nil : "a left half"
    default: boxFault(cell.scalar, place)
    }
  }

  // MARK: Boxes

  /// What is wrong with the box of a corner, which may be cut at its upper or lower end.
  private func boxFault(_ corner: Unicode.Scalar, _ place: Point) -> String? {
    switch corner {
    case "┌": box(from: place, to: "┐", down: 1)
    case "└": box(from: place, to: "┘", down: -1)
    case "┐": hasCorner("┌", before: place) ? nil : "┐ without ┌"
    case "┘": hasCorner("└", before: place) ? nil : "┘ without └"
    default: nil
    }
  }

  /// Follows both sides of a box from one of its left corners.
  private func box(from start: Point, to corner: Unicode.Scalar, down step: Int) -> String? {
    let row = (start.x + 1)..<size.width
    guard let right = row.first(where: { scalar($0, start.y) == corner }) else {
      return "no \(corner)"
    }
    var y = start.y + step
    while isSide(start.x, y), isSide(right, y) { y += step }
    let ends: (Unicode.Scalar?, Unicode.Scalar?) = (scalar(start.x, y), scalar(right, y))
    if step > 0 ? ends == ("└", "┘") : ends == ("┌", "┐") { return nil }
    // Cut at the end of what can be scrolled, both sides alike.
    return isSide(start.x, y) || isSide(right, y) || isCorner(ends.0) || isCorner(ends.1)
      ? "sides end at \(start.x) and \(right) in line \(y)" : nil
  }

  private func hasCorner(_ corner: Unicode.Scalar, before place: Point) -> Bool {
    (0..<place.x).contains { scalar($0, place.y) == corner }
  }

  private func isSide(_ x: Int, _ y: Int) -> Bool { ["│", "├", "┤"].contains(scalar(x, y)) }

  private func isCorner(_ scalar: Unicode.Scalar?) -> Bool {
    ["┌", "┐", "└", "┘"].contains(scalar)
  }

  private func cell(_ x: Int, _ y: Int) -> Cell? {
    bounds.contains(Point(x: x, y: y)) ? self[Point(x: x, y: y)] : nil
  }

  private func scalar(_ x: Int, _ y: Int) -> Unicode.Scalar? { cell(x, y)?.scalar }
}
