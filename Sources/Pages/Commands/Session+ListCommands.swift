import AccessControl
import Diagnostics
import Editing
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets

// What can be done with a list.
extension Session {
  /// What can be done with the list of a page and the object under its cursor.
  func listCommands(for model: ListModel) -> [Command] {
    var commands = objectCommands(for: model)
    let scope = navigator.current.scope(in: root)
    let refusal =
      Permissions(session: self, scope: scope).creationRefusal
      ?? RelatedList(page: navigator.current, session: self)?.creationRefusal
    commands += [
      Command(.create, disabledReason: refusal) { [self] _ in
        navigator.push(newObjectPage(of: model.entity, from: navigator.current.source))
      },
      reloadCommand(for: model),
    ]
    return commands + findCommands(for: model)
  }

  private func reloadCommand(for model: ListModel) -> Command {
    Command(.reload) { [self] context in
      loading { [self] in
        if await !OtherTables(session: self).areAdopted(context) { await model.reload() }
      }
    }
  }

  /// What can be done with the object beside a list.
  func detailCommands(for model: ListModel) -> [Command] {
    objectCommands(for: model, isBeside: true).filter { $0.definition != .open }
  }

  /// What can be done with the object under the cursor, from the list or from the pane beside it.
  private func objectCommands(for model: ListModel, isBeside: Bool = false) -> [Command] {
    guard let record = model.currentRecord else { return [] }
    let object = editing.object(for: record)
    let permissions = permissions(for: object, task: "list")
    let deletionRefusal =
      permissions.deletionRefusal
      ?? RelatedList(page: navigator.current, session: self)?.deletionRefusal
    return [
      Command(.open) { [self] _ in open(record) },
      Command(.edit, disabledReason: permissions.editRefusal) { [self] context in
        let focused = context.host.focusedEnvironment[ModelKeys.shared.propertyKey]
        edit(object, at: isBeside ? focused : model.currentColumn?.key, context)
      },
      Command(.delete, disabledReason: deletionRefusal) { [self] context in
        confirmDeletion(of: object, context)
      },
    ]
  }

  /// Searching, filtering and sorting a list.
  func findCommands(for model: ListModel) -> [Command] {
    var commands = [
      Command(.search) { [self] context in
        context.prompt("/", history: .search) { [self] text in
          loading { await model.search.find(text) }
        }
      },
      Command(.filter) { [self] context in promptFilter(model, context) },
      Command(.goToRow) { [self] context in promptRow(model, context) },
    ]
    if !model.search.text.isEmpty {
      commands += [
        Command(.searchNext) { [self] _ in loading { await model.search.find() } },
        Command(.searchPrevious) { [self] _ in
          loading { await model.search.find(backward: true) }
        },
      ]
    }
    if let column = model.currentColumn {
      commands.append(
        Command(.sort, title: "sort by \(column.title)") { [self] context in
          guard SortOrdering(key: column.key, in: model.entity, scope: model.scope) != nil else {
            context.say("\(column.title): this column has no order", .warning)
            return
          }
          loading { await model.toggleSort(by: column.key) }
        }
      )
    }
    if let record = model.currentRecord, let column = model.currentColumn {
      let place = column.scope.scoped(toValueIn: record, label: nil)
      if let read = LongTextReading(session: self).command(in: place) { commands.append(read) }
      commands.append(
        Command(.copy) { [self] context in
          withWhole(record) { [self] in
            copyValue(in: column.scope.scoped(toValueIn: $0, label: nil), context)
          }
        }
      )
      commands.append(
        Command(.filterByValue) { [self] context in
          withWhole(record) { [self] in filter(model, by: column, of: $0, context) }
        }
      )
    }
    if !model.entity.definition.fetchSpecifications.isEmpty {
      commands.append(
        Command(.namedFetch) { [self] context in chooseFetch(model, context) }
      )
    }
    if !model.filters.isEmpty || model.namedFetch != nil {
      commands.append(
        Command(.clearFilter) { [self] _ in loading { await model.removeLastFilter() } }
      )
    }
    return commands
  }

  /// Offers the fetches that the model names.
  private func chooseFetch(_ model: ListModel, _ context: CommandContext) {
    var items = model.entity.definition.fetchSpecifications.map { fetch in
      MenuItem(
        fetch.name,
        detail: fetch.qualifier?.description ?? "",
        isChecked: model.namedFetch?.fetch.name == fetch.name
      ) { [self] context in
        let variables = NamedFetchUse.variables(of: fetch)
        guard !variables.isEmpty else {
          do throws(PromptRefusal) { return try showFetch(fetch.name, in: model) } catch {
            return context.say(error.sentence, .warning)
          }
        }
        let values = variables.map { "\($0): " }.joined(separator: ", ")
        let text = "\(fetch.name)(\(values))"
        context.prompt("fetch ", text: text) { [self] text throws(PromptRefusal) in
          try showFetch(text, in: model)
        }
      }
    }
    if model.namedFetch != nil {
      items.append(MenuItem("all") { [self] _ in loading { await model.show(nil) } })
    }
    context.present { Menu("Fetches of the model", items: items) }
  }

  /// Shows what a fetch of the model picks: `cheap`, or `cheap(limit: 5)`.
  func showFetch(_ text: String, in model: ListModel) throws(PromptRefusal) {
    do throws(UsageError) {
      let fetch = try NamedFetchUse(text, of: model.entity)
      loading { await model.show(fetch) }
    } catch {
      throw PromptRefusal(error.message)
    }
  }

  /// Does something with a row of a list, of which long values have first to be read to their end.
  func withWhole(_ record: Record, _ body: @escaping (Record) -> Void) {
    guard !record.truncatedPositions.isEmpty, let id = record.id else { return body(record) }
    loading { [self] in
      let limit = root.scoped(to: record.entity).fetchTimeLimit
      do throws(StoreError) {
        let paths = record.layout.paths
        guard let whole = try await store.record(id, paths: paths, timeLimit: limit) else {
          return GoneObject(session: self, object: editing.object(for: record)).leaveUnlessEdited()
        }
        body(whole)
      } catch {
        readFaults.note(error, "\(id.text) is not read to its end")
      }
    }
  }

  /// Puts the value of a property on the clipboard as it is shown.
  func copyValue(in scope: EnvironmentValues, _ context: CommandContext) {
    if let reason = Permissions(session: self, scope: scope).visibilityRefusal {
      context.say("this value is not shown: \(reason)", .warning)
      return
    }
    let component = catalog.components[scope[ComponentKeys.shared.component]]
    let text = (component?.cell(scope) ?? .formatted(in: scope)).text
    onCopy(text)
    context.say("copied ‘\(text)’ to the clipboard, if the terminal allows it")
  }

  /// Asks for the number of a row, or a part of the list.
  private func promptRow(_ model: ListModel, _ context: CommandContext) {
    context.prompt("row or %: ") { [self] text throws(PromptRefusal) in
      let numbers = model.scope[MiscKeys.shared.locale].numbers
      let typed = text.filter { !$0.isWhitespace }
      let digits = numbers.plainText(of: typed) ?? typed
      guard !digits.isEmpty else { return }
      if digits.hasSuffix("%"), let percent = Double(digits.dropLast()), (0...100).contains(percent)
      {
        loading { await model.go(toRow: { Int(Double($0) * percent / 100) }) }
      } else if let number = Int(digits), number > 0 {
        loading { await model.go(toRow: { _ in number - 1 }) }
      } else {
        throw PromptRefusal("‘\(text)’ is neither a number nor a part like 50%")
      }
    }
  }

  /// Asks for a condition, or a text to look for in all columns; what cannot be applied comes back to be mended.
  private func promptFilter(_ model: ListModel, _ context: CommandContext, text: String = "") {
    let completion = FilterCompletion(entity: model.entity, scope: model.scope)
    context.prompt(
      "filter: ",
      text: text,
      history: .filter,
      keeping: { FilterText.isKept($0, of: model) },
      completions: completion.completions
    ) { [self] text throws(PromptRefusal) in
      guard !text.isEmpty else { return }
      let (condition, title, understood): (Qualifier?, String, [String]) =
        switch try FilterText(text, of: model) {
        case .condition(let condition, let understood): (condition, text, understood)
        case .text(let text): (model.search.qualifier(text), "‘\(text)’", [])
        }
      guard let condition else { throw PromptRefusal("no column can be searched for a text") }
      let page = navigator.current
      if !understood.isEmpty { context.say(understood.joined(separator: "; ")) }
      loading { [self] in
        guard let error = await model.add(filter: condition, title: title) else { return }
        if case .cancelled = error { return }
        guard navigator.current === page else { return }
        promptFilter(model, context, text: text)
        context.say(error.readingSentence, .warning)
      }
    }
  }

  private func filter(
    _ model: ListModel,
    by column: ListModel.Column,
    of record: Record,
    _ context: CommandContext
  ) {
    let (attribute, relationship) = model.entity.property(at: PropertyPath(column.key))
    let scope = column.scope.scoped(toValueIn: record, label: nil)
    if let reason = Permissions(session: self, scope: scope).visibilityRefusal {
      context.say("\(column.title): this value is not shown: \(reason)", .warning)
      return
    }
    let component = catalog.components[scope[ComponentKeys.shared.component]]
    let shown = component?.cell(scope).text ?? ""
    let path = PropertyPath(column.key)
    let qualifier: Qualifier?
    if attribute != nil {
      let value = scope[ModelKeys.shared.propertyValue]
      qualifier =
        component?.shows == .value
        ? ShownValue(path: path, text: scope.formatted).qualifier(for: value)
        : .matching(path, value)
    } else if let relationship, !relationship.isToMany {
      let label = ShownLabel(relationship: relationship, path: path, record: record)
      qualifier = component?.shows == .label ? label.qualifier(in: scope, self) : label.byKey
    } else {
      qualifier = nil
    }
    guard let qualifier else {
      context.say("\(column.title): this column cannot be filtered by value", .warning)
      return
    }
    loading { await model.add(filter: qualifier, title: "\(column.title) = \(shown)") }
  }

  /// What can be done where an object is chosen.
  func selectCommands(for model: ListModel) -> [Command] {
    let page = navigator.current
    return [
      reloadCommand(for: model),
      Command(.open, title: "choose", disabledReason: model.currentRecord == nil ? "no row" : nil) {
        [self] context in
        let record = model.currentRecord
        goBack(context)
        page.onSelect?(record)
        context.host.moveFocus(by: 1)
      },
    ]
  }
}

nonisolated extension Qualifier {
  /// Holds where `path` has this value; null is found too.
  static func matching(_ path: PropertyPath, _ value: Value) -> Qualifier {
    let side = Expression(.path(path))
    return value.isNull
      ? .isNull(side) : .comparison(side, .equal, Expression(.literal(value)))
  }
}
