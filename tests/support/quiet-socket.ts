/** A socket that never opens, for tests that use only HTTP. */
export class QuietSocket extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  readonly readyState = 0
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
  }
  send() {}
  close() {}
}
