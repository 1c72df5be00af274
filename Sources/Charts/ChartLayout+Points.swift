extension ChartLayout {
  /// Draws a point for each number at the place of its category, joined by lines or not.
  mutating func drawPoints(isLine: Bool) {
    tellOfUnplaced()
    let scale = drawVerticalAxis(range(of: numbers, withZero: false) ?? 0...0)
    let area = canvas.plot
    // From left to right, whatever order the groups have.
    let ordered = places.all.enumerated().compactMap { index, place in place.map { (index, $0) } }
      .sorted { $0.1 < $1.1 }
    let ends = (ordered.first?.1 ?? 0)...(ordered.last?.1 ?? 0)
    let axis: (position: (Double) -> Double, ticks: [(x: Double, text: String)])
    switch places {
    case .dates:
      let dates = DateScale(covering: ends, atMost: area.width / 13)
      axis = (dates.position, dates.ticks.map { (dates.position(of: $0.value), $0.text) })
    case .numbers:
      let numbers = NumberScale(covering: ends, atMost: area.width / 10)
      axis = (numbers.position, numbers.ticks.map { (numbers.position(of: $0.value), $0.text) })
    case .names(let count):
      let position = { ($0 + 0.5) / Double(max(count, 1)) }
      let step = max(1, count * 10 / max(area.width, 1))
      let names = stride(from: 0, to: count, by: step).map { index in
        (position(Double(index)), cut(chart.categories[index].text, to: 12))
      }
      axis = (position, names)
    }
    // The last dot of a cell belongs to the plot.
    func x(_ position: Double) -> Double { area.x(position) - position / 2 }
    drawHorizontalAxis(axis.ticks.map { (x($0.x), $0.text) })
    for (place, series) in series.enumerated() {
      var spots = ordered.map { index, category -> Spot? in
        let x = x(axis.position(category))
        return series.values[index].map { Spot(x: x, y: area.y(scale.position(of: $0))) }
      }
      if isLine {
        spots = Self.compressed(spots, to: area.width * 2)
        canvas.line(spots, series: place)
      }
      let points = spots.compactMap(\.self)
      let areSigns = self.series.count > 1 || points.count == 1
      guard !isLine || areSigns else { continue }
      // On a line signs stand at some distance from each other.
      var last = -Double.infinity
      let shown = points.filter { spot in
        guard isLine, spot.x - last < 6 else {
          last = spot.x
          return true
        }
        return false
      }
      canvas.points(Self.distinct(shown), series: place, areSigns: areSigns)
    }
  }

  /// The least and the greatest point of each of `count` columns of dots, where there are many more.
  private static func compressed(_ spots: [Spot?], to count: Int) -> [Spot?] {
    guard spots.count > count * 4 else { return spots }
    var found: [Spot?] = []
    var column: (low: Spot, high: Spot)?
    for spot in spots + [nil] {
      if let spot, let known = column, Int(known.low.x * 2) == Int(spot.x * 2) {
        column = (
          known.low.y < spot.y ? known.low : spot, known.high.y > spot.y ? known.high : spot
        )
        continue
      }
      if let known = column { found += [known.low, known.high] }
      column = spot.map { ($0, $0) }
      if spot == nil, found.last != .some(nil) { found.append(nil) }
    }
    return found
  }

  /// One point for each dot where there are many.
  private static func distinct(_ spots: [Spot]) -> [Spot] {
    guard spots.count > 4_000 else { return spots }
    var known: Set<Spot> = []
    return spots.filter { spot in
      known.insert(Spot(x: (spot.x * 2).rounded(.down), y: (spot.y * 4).rounded(.down))).inserted
    }
  }
}
