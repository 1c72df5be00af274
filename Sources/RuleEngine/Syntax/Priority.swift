/// The names that a priority can have, and what they are worth.
package enum Priority {
  package static let standard = 100

  static let names: [String: Int] = [
    "fallback": 0, "verylow": 5, "low": 50, "default": 100, "normal": 100, "high": 150,
    "veryhigh": 200, "important": 1000,
  ]

  /// The names in messages.
  static let spelled = ["fallback", "low", "default", "high", "important"]
}
