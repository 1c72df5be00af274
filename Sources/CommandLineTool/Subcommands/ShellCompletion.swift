import Diagnostics

/// Generators of shell completion scripts, built from the table of subcommands.
enum ShellCompletion {
  /// The program's name.
  private static var name: String { ProgramName.current }

  /// For bash: `source <(d2t help --format bash)`.
  static var bash: String {
    """
    # bash completion of \(name); made by '\(name) help --format bash'.
    _\(name)() {
      local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
      local command=open options formats
      case ${COMP_WORDS[1]} in
        \(Subcommand.groups.joined(separator: "|"))) command="${COMP_WORDS[1]} ${COMP_WORDS[2]}" ;;
        \(singles.joined(separator: "|"))) command=${COMP_WORDS[1]} ;;
      esac
      case $command in
    \(cases)
      esac
      COMPREPLY=()
      case $previous in
        --format) COMPREPLY=($(compgen -W "$formats" -- "$current")); return ;;
        \(options(where: \.takesFile).joined(separator: "|"))) COMPREPLY=($(compgen -f -- "$current")); return ;;
        \(options { $0.placeholder != nil && !$0.takesFile && $0.names[0] != "--format" }.joined(separator: "|"))) return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$current"))
      elif [[ $COMP_CWORD == 1 ]]; then
        COMPREPLY=($(compgen -W "\(Subcommand.firstWords.joined(separator: " "))" -- "$current") $(compgen -f -- "$current"))
      elif [[ $COMP_CWORD == 2 ]]; then
        case $previous in
    \(Subcommand.groups.map { group in
      "      \(group)) COMPREPLY=($(compgen -W \"\(Subcommand.names(in: group).joined(separator: " "))\" -- \"$current\")) ;;"
    }.joined(separator: "\n"))
          *) COMPREPLY=($(compgen -f -- "$current")) ;;
        esac
      else
        COMPREPLY=($(compgen -f -- "$current"))
      fi
    }
    complete -o filenames -F _\(name) \(name)

    """
  }

  /// For zsh: a file `_d2t` in a folder of `$fpath`.
  static var zsh: String {
    """
    #compdef \(name)
    # zsh completion of \(name); made by '\(name) help --format zsh'.
    _\(name)() {
      local command=open options formats
      case $words[2] in
        \(Subcommand.groups.joined(separator: "|"))) command="$words[2] $words[3]" ;;
        \(singles.joined(separator: "|"))) command=$words[2] ;;
      esac
      case $command in
    \(cases)
      esac
      case $words[CURRENT-1] in
        --format) compadd -- ${=formats}; return ;;
        \(options(where: \.takesFile).joined(separator: "|"))) _files; return ;;
        \(options { $0.placeholder != nil && !$0.takesFile && $0.names[0] != "--format" }.joined(separator: "|"))) return ;;
      esac
      if [[ $words[CURRENT] == -* ]]; then
        compadd -- ${=options}
      elif (( CURRENT == 2 )); then
        compadd -- \(Subcommand.firstWords.joined(separator: " "))
        _files
      elif (( CURRENT == 3 )); then
        case $words[2] in
    \(Subcommand.groups.map { group in
      "      \(group)) compadd -- \(Subcommand.names(in: group).joined(separator: " ")) ;;"
    }.joined(separator: "\n"))
          *) _files ;;
        esac
      else
        _files
      fi
    }
    _\(name) "$@"

    """
  }

  /// For fish: a file `d2t.fish` in its folder of completions.
  static var fish: String {
    var lines = ["# fish completion of \(name); made by '\(name) help --format fish'."]
    for word in Subcommand.firstWords {
      let summary = Subcommand.all.first { $0.name == word }?.summary ?? "commands about \(word)"
      lines.append("complete -c \(name) -n __fish_use_subcommand -a \(word) -d \(quoted(summary))")
    }
    for subcommand in Subcommand.all {
      let words = subcommand.name.split(separator: " ").map(String.init)
      var condition = words.map { "__fish_seen_subcommand_from \($0)" }.joined(separator: "; and ")
      if subcommand.isScreen { condition = "__fish_use_subcommand" }
      if words.count > 1 {
        let siblings = Subcommand.names(in: words[0]).joined(separator: " ")
        let group =
          "__fish_seen_subcommand_from \(words[0]); and not __fish_seen_subcommand_from \(siblings)"
        lines.append(
          "complete -c \(name) -n \(quoted(group)) -a \(words[1]) -d \(quoted(subcommand.summary))"
        )
      }
      for option in subcommand.knownOptions {
        var line = "complete -c \(name) -n \(quoted(condition))"
        for name in option.names {
          line += name.hasPrefix("--") ? " -l \(name.dropFirst(2))" : " -s \(name.dropFirst())"
        }
        if option.names[0] == "--format" {
          line += " -x -a \(quoted(subcommand.formats.joined(separator: " ")))"
        } else if option.placeholder != nil {
          line += option.takesFile ? " -r" : " -x"
        }
        lines.append(line + " -d \(quoted(Help.summary(of: option, for: subcommand)))")
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The subcommands of one word.
  private static var singles: [String] {
    Subcommand.firstWords.filter { !Subcommand.groups.contains($0) }
  }

  /// The options and formats of each subcommand, as branches of a shell `case`.
  private static var cases: String {
    Subcommand.all.map { subcommand in
      let options = subcommand.knownOptions.flatMap(\.names).joined(separator: " ")
      let formats = subcommand.formats.joined(separator: " ")
      return "    '\(subcommand.name)') options='\(options)' formats='\(formats)' ;;"
    }.joined(separator: "\n")
  }

  private static func options(where condition: (CommandLineOption) -> Bool) -> [String] {
    CommandLineOption.all.filter(condition).flatMap(\.names)
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'")
      + "'"
  }
}

extension CommandLineOption {
  /// Whether its value is a file or folder.
  var takesFile: Bool { placeholder?.contains("FILE") == true }
}
