import NCursesTerminal
import Terminal
import Widgets

// A program whose drawing goes wrong: the first key makes a view read behind the end of an array.

struct Faulty: View {
  let numbers: [Int]
  @State private var count = 1

  var body: some View {
    Text("\(numbers[count - 1])")
      .focusable()
      .onEvent { _, _ in
        count += 1
        return true
      }
  }
}

let loop = EventLoop()
let terminal = NCursesTerminal(loop: loop)
try terminal.start()
let host = ViewHost { Faulty(numbers: [42]) }
loop.beforeWaiting = { terminal.present(host.render(terminal.size), cursor: host.cursor) }
terminal.receiveEvents { host.handle($0) }
loop.run { false }
