import CFaultVFS
import EntityStore
import FaultScenarios
import Glibc
import SQLiteStore

// usage: KilledSave DATABASE NUMBER [ATTACHED]
// Opens and saves, to both files if there are two, and is killed in the operation NUMBER on them; prints how many there
// were when it comes to the end.
let arguments = CommandLine.arguments
guard (3...4).contains(arguments.count), let number = Int(arguments[2]) else { exit(2) }
fault_install("d2t-killed")
do {
  let attached = arguments.dropFirst(3).map { AttachedFile(name: "archive", path: $0) }
  fault_arm(number, Int32(FAULT_KILL), Int32(FAULT_ALL), 0)
  let store = try await EntityStore.open(.file(arguments[1]), attaching: attached)
  _ = try await store.save(
    attached.isEmpty ? FaultScenario.changes : FaultScenario.changesToBoth
  )
  await store.close()
  print(fault_count())
} catch {
  print(error)
  exit(1)
}
