/// The texts of `--help`.
enum Help {
  static func text(for topic: Invocation.Command?) -> String {
    let topic = topic ?? .open
    var text = usage(of: topic) + "\n\n"
    if topic == .open {
      text += """
        Opens a SQLite database as a terminal application; without DATABASE a demo, written nowhere.

        Commands:
          render         prints a page instead of showing it
          rules check    finds faults in rule files
          rules explain  says which rule answers a key, and why the others did not
          rules lints    lists every kind of fault
          rules list     lists every rule
          rules test     tries what rule files expect of their rules
          rules format   lays out a rule file and keeps its comments
          rules convert  turns a file of Direct to Web into rules, or rules into such a file
          rules report   says what becomes of each rule of a Direct to Web file
          rules init     prints the rules found for a database, to go on from
          model show     prints the entities of a database
          model check    says where a model and a database differ
          model convert  writes a model as JSON
          list           prints the objects of an entity
          get            prints one object, or some of its properties
          set            changes an object
          insert         makes an object and prints its link
          delete         deletes an object
          export         prints the stored values for other programs
          import         makes objects from a table or JSON
          keys           lists every key a rule can use
          commands       lists every command and its keys


        """
    }
    let options = CommandLineOption.all.filter {
      $0.commands.isEmpty || $0.commands.contains(topic)
    }
    text += "Options:\n"
    for option in options {
      let names = option.names.joined(separator: ", ") + (option.placeholder.map { " \($0)" } ?? "")
      let padding = String(repeating: " ", count: max(2, 22 - names.count))
      text += "  \(names)\(padding)\(option.summary)\n"
    }
    text += """

      A LINK is Entity?filter&sort=-key#id: d2t list 'Movie?released > 1990&sort=-score'.
      Rules are read from --rules, from DATABASE's name with .rules (beside it or in Rules/), and from
      $XDG_CONFIG_HOME/d2t/*.rules.
      Exit codes: 0 ok, 1 run-time error, 2 usage or faults found, 3 cannot open the database,
      130 and 143 on signals.

      """
    return text
  }

  private static func usage(of topic: Invocation.Command) -> String {
    switch topic {
    case .open, .help, .version: "usage: d2t [COMMAND] [DATABASE] [OPTIONS]"
    case .render: "usage: d2t render [DATABASE] [--task T --entity E --id ID] [--size 120x40]"
    case .rulesCheck: "usage: d2t rules check [FILE.rules …] [DATABASE] [--strict]"
    case .rulesExplain:
      "usage: d2t rules explain KEY [DATABASE] [--task T --entity E --id ID --property K]"
    case .modelShow: "usage: d2t model show [DATABASE] [--model FILE] [--format json]"
    case .modelCheck: "usage: d2t model check MODEL … DATABASE [--format json]"
    case .modelConvert: "usage: d2t model convert MODEL|DATABASE TO.json"
    case .rulesLints: "usage: d2t rules lints [--format text|json|markdown]"
    case .rulesList: "usage: d2t rules list [FILE.rules …] [DATABASE] [--format text|json]"
    case .rulesTest: "usage: d2t rules test [FILE.rules …] [DATABASE] [--coverage]"
    case .rulesConvert: "usage: d2t rules convert FILE.d2wmodel|FILE.rules [TARGET]"
    case .rulesReport: "usage: d2t rules report FILE.d2wmodel … [DATABASE] [--format text|json]"
    case .rulesFormat: "usage: d2t rules format FILE … [--write]"
    case .list: "usage: d2t list [DATABASE] LINK [--columns K,K…] [--format text|json|csv|tsv]"
    case .get: "usage: d2t get [DATABASE] LINK#ID [PROPERTY …] [--format text|json|csv|tsv]"
    case .set: "usage: d2t set DATABASE LINK#ID PROPERTY=VALUE … [--null PROPERTY] [--all]"
    case .insert: "usage: d2t insert DATABASE ENTITY PROPERTY=VALUE … [--null PROPERTY]"
    case .delete: "usage: d2t delete DATABASE LINK#ID [--all]"
    case .exportRows: "usage: d2t export [DATABASE] LINK [--columns K,K…] [--format csv|tsv|json]"
    case .importRows: "usage: d2t import DATABASE ENTITY [FILE] [--format csv|tsv|json]"
    case .rulesInit: "usage: d2t rules init [DATABASE] > FILE.rules"
    case .keys: "usage: d2t keys [--format text|json|markdown]"
    case .commands: "usage: d2t commands [--format text|json|markdown]"
    }
  }
}
