import Diagnostics
import Widgets
import Workspace

extension RenderingContext? {
  /// The view of what the catalog has under a name that rules chose; where it has none, the names there are.
  @ViewBuilder
  func item<Item>(
    of items: KeyPath<Catalog, [String: Item]>,
    named name: String,
    kind: String,
    @ViewBuilder view: (Item) -> some View
  ) -> some View {
    if let item = self?.catalog[keyPath: items][name] {
      view(item)
    } else {
      let existing = self?.catalog[keyPath: items].keys.map(\.self) ?? []
      UnknownName(kind: kind, name: name, existing: existing)
    }
  }
}

/// Stands where a rule names something that does not exist.
struct UnknownName: View {
  let kind: String
  let name: String
  /// The valid names of this kind.
  let existing: [String]

  var body: some View {
    let names = existingNames(nearestTo: name, in: existing.sorted())
    Text("⚠ no \(kind) '\(name)'; there are \(names)").role(.warning).wrap()
  }
}
