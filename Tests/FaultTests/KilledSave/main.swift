import CFaultVFS
import EntityStore
import FaultScenarios
import Glibc

// usage: KilledSave DATABASE NUMBER
// Opens and saves, and is killed in the operation NUMBER on its files; prints how many there were when it comes to the
// end.
let arguments = CommandLine.arguments
guard arguments.count == 3, let number = Int(arguments[2]) else { exit(2) }
fault_install("d2t-killed")
do {
  fault_arm(number, Int32(FAULT_KILL), Int32(FAULT_ALL), 0)
  let store = try await EntityStore.open(.file(arguments[1]))
  _ = try await store.save(FaultScenario.changes)
  await store.close()
  print(fault_count())
} catch {
  print(error)
  exit(1)
}
