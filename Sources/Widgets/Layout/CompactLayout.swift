package import Terminal

/// The screen-size limits: the minimum size for showing a page, and the size below which questions lose frame and blank lines.
package nonisolated enum CompactLayout {
  /// The minimum screen size; smaller screens show no page.
  package static let least = Size(width: 12, height: 4)

  /// Whether questions have no frame and no blank lines.
  static func isTight(_ size: Size) -> Bool { size.width < 40 || size.height < 8 }
}
