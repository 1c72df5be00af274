import AccessControl
import EntityModel
import RuleEnvironment
import StandardKeys
import Terminal
import Widgets

/// The value alone.
struct PropertyValueRow: View {
  var body: some View {
    FollowableRow { PropertyComponent() }
  }
}

/// The name at the left, the value beside it.
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

/// The name above the value.
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

/// The name of a list of objects and how many there are; Enter opens it.
struct NamedToManyLinkRow: View {
  @Environment(\.labelWidth) private var labelWidth
  @Environment(\.platform) private var platform

  var body: some View {
    FollowableRow {
      HStack(spacing: 2) {
        if platform == "narrow" {
          PropertyLabel()
          Spacer()
        } else {
          PropertyLabel().frame(width: labelWidth ?? 20)
        }
        PropertyComponent()
        FollowMark()
      }
    }
  }
}

/// What people call the property; nothing when the rules leave it without a name.
struct PropertyLabel: View {
  @Environment(\.displayNameForProperty) private var name

  var body: some View {
    if !name.isEmpty { Text(name).dim() }
  }
}

/// Shows that Enter leads somewhere.
struct FollowMark: View {
  @Environment(\.relationship) private var relationship
  @Environment(\.session) private var session

  var body: some View {
    if let relationship, let destination = relationship.destination,
      relationship.isToMany || CellText.toOne(in: .current).role != .null,
      session?.visibilityRefusal(of: destination) == nil
    {
      Text("›").role(.link)
    }
  }
}

/// A row the cursor can stand on; Enter follows its relationship.
struct FollowableRow<Content: View>: View {
  @Environment(\.session) private var session
  @Environment(\.propertyKey) private var key
  @ViewBuilder let content: () -> Content

  var body: some View {
    let scope = EnvironmentValues.current
    // Beside a list the list has the focus first, and the page is that of the list.
    let page = session?.navigator.current
    let isOwnPage = page?.object != nil
    // Read now: the row is drawn outside of its scope.
    let key = key
    content()
      .focusableRow(default: isOwnPage && (page?.focusedKey ?? key) == key) {
        if isOwnPage { page?.focusedKey = key }
      }
      .commands { session?.propertyCommands(in: scope) ?? [] }
  }
}
