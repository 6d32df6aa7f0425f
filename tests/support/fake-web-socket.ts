/** A socket of the browser that goes nowhere: events are dispatched by the test. */
export class FakeSocket extends WebSocket {
  readonly sent: unknown[] = []
  constructor(..._: ConstructorParameters<typeof WebSocket>) {
    super('ws://127.0.0.1:9')
    super.close()
  }
  override send(data: Parameters<WebSocket['send']>[0]) {
    this.sent.push(data)
  }
  override close() {
    // It was never open.
  }
}
