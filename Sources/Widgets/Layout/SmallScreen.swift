package import Terminal

/// What gives way on a screen with little room, so that messages and questions are read to their end.
package nonisolated enum SmallScreen {
  /// What is smaller shows no page.
  package static let least = Size(width: 12, height: 4)

  /// Whether questions have no frame and no blank lines.
  static func isTight(_ size: Size) -> Bool { size.width < 40 || size.height < 8 }
}
