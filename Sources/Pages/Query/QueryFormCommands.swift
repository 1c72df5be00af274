import EntityModel
import RuleEnvironment
import Widgets
import Workspace

/// The commands of a query page.
struct QueryFormCommands {
  let page: PageContext

  private var texts: QueryFormTexts { page.state.asked }

  /// Going on to the next field, finding in four ways, adding an alternative, emptying the fields.
  var all: [Command] {
    [
      Command(.nextField) { context in
        if !context.host.moveFocus(by: 1, wrapping: false) { find(.instead, context) }
      },
      Command(.find) { find(.instead, $0) },
    ] + PageActions.current.offered(others)
  }

  /// Adding an alternative, emptying the fields, and what is found put together with the list before.
  private var others: [Command] {
    [
      Command(.addAlternative) { context in
        texts.addAlternative()
        focus(inAlternative: texts.alternatives.count - 1, context)
      },
      Command(.emptyFields) { context in
        texts.clear()
        focus(inAlternative: 0, context)
      },
    ]
      + (listBefore == nil
        ? []
        : [
          Command(.constrain) { find(.constrain, $0) },
          Command(.extend) { find(.extend, $0) },
          Command(.omit) { find(.omit, $0) },
        ])
  }

  /// Goes to the field of the same property in another alternative.
  private func focus(inAlternative alternative: Int, _ context: CommandContext) {
    guard var field = context.host.focusedName?.value(as: QueryFieldID.self) else { return }
    field.alternative = alternative
    context.host.focus(onDrawn: field)
  }

  /// The list from which this page was opened.
  private var listBefore: ListModel? {
    let pages = page.ui.navigator.pages
    guard let place = pages.firstIndex(where: { $0 === page.state }), place > 0 else { return nil }
    let list = pages[place - 1].list
    return list?.entity == page.entity ? list : nil
  }

  /// Shows the list with what is found, or goes to the field with which something is wrong.
  private func find(_ use: QueryFormRequest.Use, _ context: CommandContext) {
    let asked: QueryFormRequest?
    do throws(QueryFormTexts.Fault) { asked = try texts.asked(in: page.scope) } catch {
      let texts = ObjectIdentifier(texts)
      context.host.focus(
        on: QueryFieldID(texts: texts, key: error.key, alternative: error.alternative)
      )
      let name = page.scope.displayName(of: error.key)
      return context.say("\(name): \(error.sentence)", .warning)
    }
    let work = page.work
    guard let list = listBefore else {
      open(asked)
      guard let entity = page.entity else { return }
      return work.loads.run { await reportRowsWithoutDate(asked, of: entity, context) }
    }
    page.pop()
    work.loads.run {
      guard let error = await list.show(asked, use) else {
        return await reportRowsWithoutDate(asked, of: list.entity, context)
      }
      context.say(work.readingSentence(for: error), .warning)
    }
  }

  /// Says which rows were not found because they hold no day where one was asked for.
  private func reportRowsWithoutDate(
    _ asked: QueryFormRequest?,
    of entity: Entity,
    _ context: CommandContext
  ) async {
    let store = page.work.store
    guard let told = await store.sentenceAboutUnplacedDays(asked?.qualifier, of: entity) else {
      return
    }
    context.say(told, .warning)
  }

  /// Goes to a list of what is found; back leads here.
  private func open(_ asked: QueryFormRequest?) {
    guard let entity = page.entity else { return }
    let next = PageState(task: page.scope.nextTaskName, subject: .entity(entity))
    let scope = next.scope(in: page.work.root)
    var start = ListQuery(ruledSortKeys: scope[RenderingKeys.shared.sortOrderings])
    start.show(asked, .instead, in: scope)
    next.listStart = start
    page.push(next)
  }
}

extension PageContext {
  /// Goes to the page by which objects are found, its fields as they were before.
  func query(_ entity: Entity, texts: [[String: String]] = []) {
    let next = PageState(task: .query, subject: .entity(entity))
    next.asked = QueryFormTexts(texts)
    push(next)
  }
}
