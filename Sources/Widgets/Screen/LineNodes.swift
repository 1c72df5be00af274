import Terminal

/// A line that is drawn when everything else is placed: it shows what the host knows by then.
final class HostLineNode: Node {
  private unowned let host: ViewHost
  private let paint: (inout Canvas, Rect, ViewHost) -> Void

  init(host: ViewHost, paint: @escaping (inout Canvas, Rect, ViewHost) -> Void) {
    self.host = host
    self.paint = paint
    super.init(children: [])
  }

  override func isRigid(_ axis: Axis) -> Bool { axis == .vertical }

  override func sizeThatFits(_ proposal: Proposal) -> Size {
    Size(width: proposal.width ?? 0, height: 1)
  }

  override func draw(on canvas: inout Canvas) {
    canvas.clipped(to: frame) { paint(&$0, frame, host) }
  }
}
