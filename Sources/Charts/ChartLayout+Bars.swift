import Terminal

extension ChartLayout {
  /// Draws a bar below the other for each category, with its label and number, as many as have room.
  mutating func drawBars() {
    let count = series.count
    top += Canvas.headroom
    let hasAxis = bottom - top >= 6 && canvas.width >= 24
    let all = chart.categories.count
    let isCut = all * count > bottom - top - (hasAxis ? 2 : 0)
    if all > max((bottom - top) / count, 1) { note { "… \(all - max($0 / count, 1)) more" } }
    let rows = bottom - top - (hasAxis && !isCut ? 2 : 0)
    let categories = chart.categories.prefix(max(rows / count, 1))
    let pitch = max(count, min(rows / max(categories.count, 1), count * 3 + 1))
    let values = series.map { Array($0.values.prefix(categories.count)) }
    let texts = values.map { $0.map { $0.map { NumberLabel.text($0) } ?? "" } }
    let label = longest(categories.map(\.text), atMost: canvas.width / 3)
    let number = canvas.width < 24 ? 0 : longest(texts.joined(), atMost: canvas.width / 4)
    let left = label + number + (number > 0 ? 2 : 1)
    let height = min(pitch * categories.count, rows)
    let area = PlotArea(left: left, top: top, width: max(canvas.width - left, 0), height: height)
    canvas.plot = area
    let range = range(of: values.joined().compactMap(\.self), withZero: true) ?? 0...0
    let scale = NumberScale(covering: range, atMost: area.width / 10, isTight: true)
    let base = area.x(scale.position(of: 0))
    let thickness = max(1, (pitch - 1) / count)
    for (index, category) in categories.enumerated() {
      let row = area.top + index * pitch
      let middle = count > 1 ? row : row + thickness / 2
      write(category.text, x: 0, y: middle, room: label, as: .label)
      for place in series.indices {
        let y = row + place * thickness
        guard let value = values[place][index], y < area.bottom else { continue }
        let text = cut(texts[place][index], to: number)
        let spot = Spot(x: Double(label + 1 + number), y: Double(y + thickness / 2) + 0.5)
        if number > 0 { canvas.write(text, at: spot, anchor: 1, as: .label) }
        let (end, cells) = (area.x(scale.position(of: value)), y..<y + thickness)
        draw(ChartBar(base: base, end: end, cells: cells, isVertical: false, series: place), value)
      }
    }
    guard hasAxis, !isCut else { return }
    drawHorizontalAxis(
      scale.ticks.map { (area.x(scale.position(of: $0.value)) + Canvas.edge, $0.text) }
    )
  }

  private mutating func draw(_ bar: ChartBar, _ value: Double) {
    if value != 0 { canvas.draw(bar) }
  }

  /// The cells of the longest of some texts.
  func longest(_ texts: some Sequence<String>, atMost limit: Int) -> Int {
    texts.reduce(0) { longest, text in
      longest >= limit ? longest : max(longest, TextWidth.cells(of: cut(text, to: limit)))
    }
  }

  /// Draws columns side by side; where there are more numbers or dates than cells, one for the greatest of some neighbours.
  mutating func drawColumns(isHistogram: Bool) {
    if isHistogram { tellOfUnplaced() }
    var slots = isHistogram ? ranges() : chart.categories.indices.map(Optional.some)
    let count = series.count
    // Some cells are for the axis, whose length the scale decides.
    let most = max(1, (canvas.width - (canvas.width < 20 ? 0 : 12)) / count)
    if case .names = places, slots.count > most {
      // Names are no neighbours, of which one could stand for several.
      let left = slots.count - most
      note("… \(left) more")
      slots = Array(slots.prefix(most))
    }
    let merged = max(1, (slots.count + most - 1) / most)
    if merged > 1 { note("each column is the greatest of \(merged)") }
    let groups = stride(from: 0, to: slots.count, by: merged).map { start in
      slots[start..<min(start + merged, slots.count)]
    }
    let values = series.map { series in
      groups.map { group in
        group.lazy.compactMap { $0.flatMap { series.values[$0] } }.max { abs($0) < abs($1) }
      }
    }
    let range = range(of: values.joined().compactMap(\.self), withZero: true) ?? 0...0
    let scale = drawVerticalAxis(range)
    let area = canvas.plot
    let pitch = max(count, min(area.width / max(groups.count, 1), count * 6 + 1))
    let thickness = max(1, (pitch - (isHistogram || pitch == count ? 0 : 1)) / count)
    let base = area.y(scale.position(of: 0))
    for index in groups.indices {
      for place in series.indices {
        guard let value = values[place][index] else { continue }
        let x = area.left + index * pitch + place * thickness
        let cells = x..<min(x + thickness, max(area.right, x))
        let end = area.y(scale.position(of: value))
        draw(ChartBar(base: base, end: end, cells: cells, isVertical: true, series: place), value)
      }
    }
    // Of a million labels a few tell how long they are.
    let labels = groups.map { $0.first.flatMap(\.self).map { chart.categories[$0].text } }
    let sample = stride(from: 0, to: labels.count, by: max(1, labels.count / 100))
    let length = longest(sample.compactMap { labels[$0] }, atMost: 14)
    let thinned = max(1, (length + pitch) / pitch)
    let half = Canvas.isSmooth ? Double(thickness * count) / 2 : Double(max(pitch - 2, 0) / 2)
    let middle = Double(area.left) + (isHistogram ? 0 : half) + Canvas.edge
    let shown = stride(from: 0, to: labels.count, by: thinned).compactMap { index in
      labels[index].map { text in
        (x: middle + Double(index * pitch), text: cut(text, to: max(length, pitch - 1)))
      }
    }
    drawHorizontalAxis(shown, hasTicks: thinned > 1 || isHistogram)
  }

  /// The categories of ranges of equal width, `nil` where no category is in one; as they come where there are too many.
  private func ranges() -> [Int?] {
    let indices = places.all.indices.filter { places.all[$0] != nil }
    guard case .numbers(let all) = places, indices.count > 1 else { return indices }
    let numbers = indices.compactMap { all[$0] }
    let width = zip(numbers, numbers.dropFirst()).map { $1 - $0 }.min() ?? 0
    guard width > 0, let first = numbers.first, let last = numbers.last,
      (last - first) / width < 1_000
    else { return indices }
    var slots = [Int?](repeating: nil, count: Int(((last - first) / width).rounded()) + 1)
    for (index, number) in zip(indices, numbers) {
      slots[Int(((number - first) / width).rounded())] = index
    }
    return slots
  }
}
