/// Something that reads texts which anybody may have written.
protocol FuzzTarget: SendableMetatype {
  /// The folder of its corpus, and its name on the command line.
  static var name: String { get }
  /// Pieces that mean something to it.
  static var pieces: [String] { get }
  /// Returns the fault that `bytes` reveal; `nil` when there is none.
  static func fault(with bytes: [UInt8]) -> String?
  /// The work whose time is compared for short and long inputs.
  static func work(on bytes: [UInt8])
}

/// All of them.
let subjects: [any FuzzTarget.Type] = [RuleText.self, QualifierText.self, PropertyListText.self]
