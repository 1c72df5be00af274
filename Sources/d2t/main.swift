import DirectToTerminal

Program.main(Array(CommandLine.arguments.dropFirst()))
