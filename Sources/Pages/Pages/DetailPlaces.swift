import RuleEnvironment
import Widgets
import Workspace

/// The room for a list and for the object under its cursor, by rules and by what a person chose with keys.
struct DetailPlaces {
  /// The places of the object, with the cells of each.
  enum Place: Equatable {
    case beside(leading: Int, trailing: Int)
    case below(height: Int)
  }

  let placement: DetailPlacement
  /// The wanted width of the pane; `nil` fits it to the screen.
  let width: Int?
  private let screen: Screen
  private let model: ListModel
  /// The arrangement with a person's choices, which come before the rules.
  private let arrangement: ColumnArrangement

  /// The part of the screen that the object takes where no width is wanted, and its cells where a list leaves them.
  private static let share = 0.38
  private static let wide = 76
  /// In fewer columns the values of an object do not fit beside their names.
  private static let usual = 32
  private static let least = 20
  /// With fewer columns a list tells its rows apart and little more.
  private static let leastColumns = 3
  /// The lines below which a list, and the pane below it, are of no use, and those of the rest of the screen.
  private static let lines = (list: 5, pane: 5, rest: 4)

  init(model: ListModel, scope: EnvironmentValues, arrangedAs other: ColumnArrangement? = nil) {
    arrangement = other ?? model.arrangement
    placement = arrangement.detailPlacement ?? scope[RenderingKeys.shared.detailPlacement]
    width = arrangement.detailWidth ?? scope[RenderingKeys.shared.detailWidth]
    screen = scope[MiscKeys.shared.screen]
    self.model = model
  }

  /// The room of a list that shows all its columns that fit the screen.
  private var wholeList: Int {
    model.usefulWidth(columns: model.columnCount(fitting: screen.width)) + 1
  }

  /// The room of a list that tells its rows apart.
  private var leastList: Int { model.usefulWidth(columns: Self.leastColumns) + 1 }

  /// The place of the object; `nil` where it is not, or there is no room.
  var place: Place? { place(placement) }

  func place(_ placement: DetailPlacement) -> Place? {
    let room = screen.width - 1
    switch placement {
    case .off: return nil
    case .automatic:
      let kept = wholeList
      guard room >= kept + Self.usual else { return nil }
      return beside(keeping: kept, least: Self.usual)
    case .beside:
      guard room >= leastList + Self.least else { return nil }
      return beside(keeping: leastList, least: Self.least)
    case .below:
      let lines = screen.height - Self.lines.rest
      guard lines >= Self.lines.list + Self.lines.pane else { return nil }
      return .below(height: max(Self.lines.pane, lines * 2 / 5))
    }
  }

  private func beside(keeping kept: Int, least: Int) -> Place {
    let room = screen.width - 1
    // Without a wish the pane leaves the list its columns as far as it can.
    let most = max(Int(Double(room) * Self.share), Self.wide)
    let count = model.columnCount(fitting: screen.width)
    let rest = room - model.usefulWidth(columns: count, isWhole: true)
    let usual = min(most, max(Self.usual, rest))
    let trailing = min(max(width ?? usual, least), room - kept)
    return .beside(leading: room - trailing, trailing: trailing)
  }

  /// Answers the keys of the pane as it is shown.
  func tell(_ scope: inout EnvironmentValues) {
    let keys = RenderingKeys.shared
    if let placement = arrangement.detailPlacement { scope[keys.detailPlacement] = placement }
    if let width = arrangement.detailWidth { scope[keys.detailWidth] = width }
  }
}

/// The commands that put the pane elsewhere and change its width.
struct DetailCommands {
  let places: DetailPlaces
  let model: ListModel

  @CommandBuilder var ofPane: [Command] {
    Command(.placeDetail) { context in place(context) }
    if case .beside(_, let width) = places.place {
      Command(.narrowDetail) { resize(from: width, by: -Self.step, $0) }
      Command(.widenDetail) { resize(from: width, by: Self.step, $0) }
    }
  }

  /// The number of cells by which a command widens or narrows the pane.
  private static let step = 4

  /// Puts the pane to the next place that has room: beside, below, off.
  private func place(_ context: CommandContext) {
    let order: [DetailPlacement] = [.beside, .below, .off]
    let now =
      switch places.place {
      case .beside: 0
      case .below: 1
      case nil: 2
      }
    let next =
      (1...3).map { order[(now + $0) % 3] }.first { $0 == .off || places.place($0) != nil } ?? .off
    model.arrange("move the pane of") { $0.detailPlacement = next }
    switch next {
    case .off where now == 2: context.say("there is no room for the pane", .warning)
    case .off: context.say("the pane is off")
    case let placement: context.say("the pane is \(placement.rawValue) the list")
    }
  }

  private func resize(from width: Int, by cells: Int, _ context: CommandContext) {
    var other = model.arrangement
    (other.detailPlacement, other.detailWidth) = (.beside, width + cells)
    let after = DetailPlaces(model: model, scope: context.environment, arrangedAs: other)
    guard after.place != places.place else { return context.beep() }
    model.arrange("change width of the pane of") { $0 = other }
  }
}
