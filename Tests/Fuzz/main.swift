import Glibc

// usage: Fuzz SCRATCH-FOLDER SECONDS [SEED] [SUBJECT], or Fuzz --try SUBJECT FILE…
//
// Reads changed texts until the time is over. What is being read stands in SCRATCH-FOLDER/input, so that it is there after
// a crash; a text that is read for 20 seconds ends the program by SIGALRM. `scripts/fuzz` tells people all of this.

/// The seconds of processor time that `work` takes.
func seconds(_ work: () -> Void) -> Double {
  var start = timespec()
  var end = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
  work()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
  return Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9
}

/// Prints a line at once, so that it is there after a crash.
func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = Glibc.write(1, bytes, bytes.count)
}

func write(_ bytes: [UInt8], to path: String) {
  guard let file = fopen(path, "w") else { return }
  fwrite(bytes, 1, bytes.count, file)
  fclose(file)
}

func read(_ path: String) -> [UInt8] {
  guard let file = fopen(path, "r") else { return [] }
  defer { fclose(file) }
  var contents: [UInt8] = []
  var bytes = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = fread(&bytes, 1, bytes.count, file), count > 0 {
    contents += bytes[..<count]
  }
  return contents
}

/// The texts of a subject's folder, whole files and their lines.
func corpus(of subject: any FuzzTarget.Type) -> [[UInt8]] {
  var root = #filePath.split(separator: "/").dropLast()
  root += ["Corpus", Substring(subject.name)]
  let folder = "/" + root.joined(separator: "/")
  var texts: [[UInt8]] = []
  guard let directory = opendir(folder) else { return texts }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    names.append(
      withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
    )
  }
  for name in names.sorted() where !name.hasPrefix(".") {
    let text = read(folder + "/" + name)
    texts.append(text)
    texts += text.split(separator: UInt8(ascii: "\n")).map(Array.init)
  }
  return texts
}

/// How much longer eight times the text takes than eight times as long, when that is too long.
func slowness(of bytes: [UInt8], joint: [UInt8], _ subject: any FuzzTarget.Type) -> String? {
  let part = bytes.prefix(4096) + joint
  guard part.count > 1 else { return nil }
  let count = max(1, 8_000 / part.count)
  let (short, long) = ([count, count * 8]).map { Array(repeatElement(part, count: $0).joined()) }
    .pair
  // A machine with other work to do is slow now and then; a text is slow each time.
  var best = (short: Double.infinity, long: Double.infinity)
  for _ in 0..<8 {
    best.short = min(best.short, seconds { subject.work(on: short) })
    best.long = min(best.long, seconds { subject.work(on: long) })
    if best.long < mostSlowness * max(best.short, 0.005) { return nil }
  }
  let ratio = Int(best.long / best.short)
  return "\(long.count) bytes take \(ratio) times as long as \(short.count)"
}

/// Eight times the text may take three times as much longer: more memory is slower memory.
let mostSlowness = 24.0

/// The separators between the repetitions of a text.
let joints = ["\n", "", " ", "; ", ", "].map { Array($0.utf8) }

extension [[UInt8]] {
  var pair: ([UInt8], [UInt8]) { (self[0], self[1]) }
}

func run(_ scratch: String, _ length: Int, _ seed: UInt64, _ wanted: String?) -> Int32 {
  let chosen = subjects.filter { wanted == nil || $0.name == wanted }
  var mutators = chosen.enumerated().map { place, subject in
    Mutator(seed: seed &+ UInt64(place), corpus: corpus(of: subject), pieces: subject.pieces)
  }
  for (subject, mutator) in zip(chosen, mutators) where mutator.corpus.isEmpty {
    say("the corpus of \(subject.name) is not there")
    return 2
  }
  let input = scratch + "/input"
  var (tried, failures) = (0, 0)
  let end = time(nil) + length
  while time(nil) < end, failures < 20 {
    let place = tried % chosen.count
    let bytes = mutators[place].input()
    write(bytes, to: input)
    alarm(20)
    var problem = chosen[place].fault(with: bytes)
    if problem == nil, tried % 50 < chosen.count {
      alarm(60)
      problem = slowness(
        of: bytes,
        joint: joints[mutators[place].next(joints.count)],
        chosen[place]
      )
    }
    tried += 1
    guard let problem else { continue }
    failures += 1
    let kept = "\(scratch)/failure-\(chosen[place].name)-\(failures)"
    write(bytes, to: kept)
    say("\(chosen[place].name): \(problem.prefix(600))\n  the text is in \(kept)")
  }
  alarm(0)
  unlink(input)
  say("\(tried) texts, \(failures) failures (seed \(seed))")
  return failures == 0 ? 0 : 1
}

let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "--try",
  let subject = subjects.first(where: { $0.name == arguments.dropFirst().first })
{
  var code: Int32 = 0
  for path in arguments.dropFirst(2) {
    let bytes = read(path)
    let problem =
      subject.fault(with: bytes)
      ?? joints.lazy.compactMap { slowness(of: bytes, joint: $0, subject) }.first
    say("\(path): \(problem ?? "well")")
    if problem != nil { code = 1 }
  }
  exit(code)
}
guard let scratch = arguments.first, let length = arguments.dropFirst().first.flatMap({ Int($0) })
else {
  say("usage: Fuzz SCRATCH-FOLDER SECONDS [SEED] [SUBJECT]")
  exit(2)
}
let seed = arguments.dropFirst(2).first.flatMap { UInt64($0) } ?? UInt64(time(nil))
exit(run(scratch, length, seed, arguments.dropFirst(3).first))
