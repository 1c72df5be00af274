import Glibc

/// The figures of a run as a table.
struct Report {
  private var rows: [[String]] = [["", "median", "min", "max", "budget", ""]]
  private(set) var isWithinBudgets = true

  /// Runs `benchmarks` one after the other; one that cannot run is reported and the others go on.
  static func running(_ benchmarks: [Benchmark], in context: Context) async throws -> Report {
    var report = Report()
    for benchmark in benchmarks {
      say("\(benchmark.name) …")
      do {
        report.add(try await benchmark.run(context), of: benchmark)
      } catch {
        report.rows.append(["\(benchmark.name): \(error)", "", "", "", "", "FAILED"])
        report.isWithinBudgets = false
      }
    }
    return report
  }

  private mutating func add(_ figures: [Figure], of benchmark: Benchmark) {
    for figure in figures {
      rows.append([
        "\(benchmark.name): \(figure.name)",
        figure.unit.text(figure.median),
        figure.samples.count > 1 ? figure.unit.text(figure.samples[0]) : "",
        figure.samples.count > 1 ? figure.unit.text(figure.samples[figure.samples.count - 1]) : "",
        figure.budget.map(figure.unit.text) ?? "",
        figure.budget == nil ? "" : figure.isWithinBudget ? "ok" : "OVER",
      ])
      isWithinBudgets = isWithinBudgets && figure.isWithinBudget
    }
  }

  /// The table: names left, figures right.
  var text: String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      row.indices.map { column in
        column == 0 || column == row.count - 1
          ? row[column].padded(to: widths[column])
          : row[column].paddedLeft(to: widths[column])
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}

extension Figure.Unit {
  /// `value` with a unit that fits its size.
  func text(_ value: Double) -> String {
    switch self {
    case .ratio: "\(rounded(value, 2)) ×"
    case .count: rounded(value, 0)
    case .bytes: "\(rounded(value / 1_048_576, 1)) MB"
    case .seconds where value < 1e-6: "\(rounded(value * 1e9, 1)) ns"
    case .seconds where value < 1e-3: "\(rounded(value * 1e6, 1)) µs"
    case .seconds where value < 1: "\(rounded(value * 1e3, 2)) ms"
    case .seconds: "\(rounded(value, 2)) s"
    }
  }

  private func rounded(_ value: Double, _ places: Int) -> String {
    let scale = pow(10, Double(places))
    let scaled = (value * scale).rounded()
    guard places > 0, scaled.magnitude < 1e15 else { return "\(Int64(scaled.rounded()))" }
    let whole = Int64(scaled) / Int64(scale)
    let fraction = "\(Int64(scaled) % Int64(scale))"
    return "\(whole).\(String(repeating: "0", count: places - fraction.count))\(fraction)"
  }
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  func paddedLeft(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
