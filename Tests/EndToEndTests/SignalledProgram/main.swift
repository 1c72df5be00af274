import CFaultVFS
import CommandLineTool
import Glibc
import RuleFiles

// usage: SignalledProgram COUNTS SIGNAL NUMBER SITE ARGUMENTS…
// Runs the program, and raises SIGNAL at the operation NUMBER of those by which it writes to a file in whose path
// "signalled" stands; writes how many there were to the file COUNTS. The folder SITE has the site's rules and its list of accounts.
let words = CommandLine.arguments
guard words.count > 4, let signal = Int32(words[2]), let number = Int(words[3]) else { exit(2) }
fault_install("signalled")
let kinds = FAULT_RESERVE | FAULT_WRITE | FAULT_SYNC | FAULT_TRUNCATE | FAULT_DELETE | FAULT_DELETED
fault_arm(number, -signal, Int32(kinds), 0)
atexit {
  guard let file = fopen(CommandLine.arguments[1], "w") else { return }
  fputs("\(fault_count())", file)
  fclose(file)
}
var surroundings = HostEnvironment()
(surroundings.siteFolder, surroundings.accountsFile) = (words[4], words[4] + "/passwd")
Program.main(Array(words.dropFirst(5)), in: surroundings)
