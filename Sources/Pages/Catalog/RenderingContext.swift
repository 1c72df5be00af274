import Widgets
import Workspace

/// The database, the catalog and the styles that every view of a session draws with.
///
/// ``UserInterface`` adds the pages and the screen.
final class RenderingContext {
  /// The database, and all that reads and writes it.
  let work: WorkContext
  /// Everything rules can name.
  let catalog: Catalog
  /// The styles that roles stand for.
  var palette = Palette.mono

  init(work: WorkContext, catalog: Catalog) { (self.work, self.catalog) = (work, catalog) }
}
