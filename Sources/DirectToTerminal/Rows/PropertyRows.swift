import RuleEnvironment
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

  var body: some View {
    FollowableRow {
      HStack(spacing: 2) {
        PropertyLabel().frame(width: labelWidth ?? 20)
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
  @Environment(\.propertyValue) private var value

  var body: some View {
    if relationship != nil { Text("›").role(.link) }
  }
}

/// A row the cursor can stand on; Enter follows its relationship.
struct FollowableRow<Content: View>: View {
  @Environment(\.session) private var session
  @ViewBuilder let content: () -> Content

  var body: some View {
    let scope = EnvironmentValues.current
    if scope[RenderingKeys.shared.isPassive] {
      content()
    } else {
      content()
        .focusable()
        .commands { session?.propertyCommands(in: scope) ?? [] }
    }
  }
}
