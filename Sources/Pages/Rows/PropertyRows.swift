import EntityModel
import RuleEnvironment
import StandardKeys
import Terminal
public import Widgets
import Workspace

/// The row component `propertyValue`: a property's value without its name.
struct PropertyValueRow: View {
  var body: some View {
    FollowableRow { PropertyComponent() }
  }
}

/// The row component `propertyNameValue`: a property's name at the left, its value beside it.
struct PropertyNameValueRow: View {
  @Environment(\.labelWidth) private var labelWidth

  var body: some View {
    FollowableRow {
      HStack(spacing: 2) {
        PropertyLabel().frame(width: labelWidth ?? 20)
        PropertyComponent().layoutPriority(1)
        FollowMark()
      }
    }
  }
}

/// The row component `propertyNameAsTitle`: a property's name on one line, its value below.
struct PropertyNameAsTitleRow: View {
  var body: some View {
    FollowableRow {
      VStack {
        PropertyLabel()
        HStack {
          PropertyComponent()
          FollowMark()
        }
        .padding(horizontal: 2)
      }
    }
  }
}

/// A row for a to-many relationship: its name and the number of objects; Enter opens their list.
struct NamedToManyLinkRow: View {
  var body: some View { FollowableRow { NamedLink { PropertyComponent() } } }
}

/// A row with the property's name and a link, and the related rows below it, perhaps with a border around both.
struct NamedToManyRows: View {
  var isBoxed = false
  @Environment(\.propertyKey) private var key
  @Environment(\.field) private var field
  @Environment(\.relationship) private var relationship
  @Environment(\.pageContext) private var page

  var body: some View {
    let isToMany = relationship?.isToMany == true
    let related = isBoxed ? page.related(in: .current) : nil
    // Around nothing there is no border, unless something can be added.
    let inBox = related.map { field != nil || !$0.bounds.positions.isEmpty } ?? false
    let rows = PropertyComponent().padding(Insets(left: inBox ? 0 : 2))
    VStack {
      FollowableRow {
        if inBox {
          BoxTitle(pending: related?.pendingText).padding(Insets(left: field == nil ? 0 : 2))
        } else {
          NamedLink {
            // What is no relationship to many shows its value below.
            CellTextView(cell: { isToMany ? CellText.toMany(in: $0) : CellText("") })
          }
        }
      }
      if field == nil { rows.focusName(key) } else { rows }
    }
    .box(keys: inBox ? keys : nil)
  }

  /// The commands told in the border.
  private var keys: [CommandDefinition] {
    field == nil ? [.open] : [.create, .link, .open, .unlink]
  }
}

/// The upper edge of a box around related rows: their name, their number and the mark that Enter follows.
private struct BoxTitle: View {
  /// The unsaved changes of the number.
  let pending: String?
  @Environment(\.displayNameForProperty) private var name

  var body: some View {
    HStack(spacing: 0) {
      Text(" \(name) ")
      CellTextView(cell: CellText.toMany)
      if let pending { Text(" " + pending).role(.mark) }
      Text(" ")
      FollowMark(end: " ")
    }
  }
}

/// The shared layout of rows for to-many relationships: the name, the given content and the mark that Enter follows.
private struct NamedLink<Content: View>: View {
  @ViewBuilder let content: () -> Content
  @Environment(\.labelWidth) private var labelWidth
  @Environment(\.platform) private var platform

  var body: some View {
    HStack(spacing: 2) {
      if platform == "narrow" {
        PropertyLabel()
        Spacer()
      } else {
        PropertyLabel().frame(width: labelWidth ?? 20)
      }
      content()
      FollowMark()
    }
  }
}

/// The label of a property, marked with `*` in forms if mandatory; empty when rules give the property no name.
struct PropertyLabel: View {
  @Environment(\.displayNameForProperty) private var name
  @Environment(\.field) private var field
  @Environment(\.isMandatory) private var isMandatory

  var body: some View {
    if !name.isEmpty { Text(field != nil && isMandatory ? name + " *" : name).dim() }
  }
}

/// The `›` at the end of a property row, shown if Enter opens the related object or rows.
struct FollowMark: View {
  var end = ""
  @Environment(\.relationship) private var relationship
  @Environment(\.userInterface) private var ui
  @Environment(\.field) private var field

  var body: some View {
    if field == nil, let relationship, let destination = relationship.destination,
      relationship.isToMany || CellText.toOne(in: .current).role != .null,
      ui?.work.visibilityRefusal(of: destination) == nil
    {
      Text("›" + end).role(.link)
    }
  }
}

/// A row the cursor can stand on; Enter follows its relationship.
///
/// In a form the field in it has the focus instead.
public struct FollowableRow<Content: View>: View {
  @Environment(\.pageContext) private var page
  @Environment(\.pageActions) private var actions
  @Environment(\.propertyKey) private var key
  @Environment(\.field) private var field
  private let content: () -> Content

  /// A row of what `content` shows of the scope's property.
  public init(@ViewBuilder content: @escaping () -> Content) { self.content = content }

  /// The row, with the commands of its property.
  public var body: some View {
    if field == nil { followable } else { content() }
  }

  private var followable: some View {
    let scope = EnvironmentValues.current
    // Beside a list the list has the focus first, and the page is that of the list.
    let state = page.object == nil ? nil : page.state
    // Read now: the row is drawn outside of its scope.
    let (key, page, actions) = (key, page, actions)
    return content()
      .focusableRow(default: state.map { ($0.focusedKey ?? key) == key } ?? false) {
        state?.focusedKey = key
      }
      .commands {
        let commands = PropertyCommands(page: page).all(in: scope)
        // Following a relationship is going about.
        return commands.filter { $0.definition == .open }
          + actions.offered(commands.filter { $0.definition != .open })
      }
  }
}
