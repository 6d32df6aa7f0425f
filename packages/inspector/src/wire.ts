/** One message of a frame as the log shows it; `detail` is masked before it is shown. */
export type FrameLine = { readonly channel: string; readonly type: string; readonly detail: unknown }

/** What the inspector has to know of the app's own protocol; without it a frame is one line of text. */
export type Wire = {
  /** The messages of a frame that the log shows. */
  readonly read: (frame: string) => readonly FrameLine[]
  /** The frame without what came on these channels; null when nothing is left of it. */
  readonly without: (frame: string, channels: ReadonlySet<string>) => string | null
  /** Each frame that passes, for tables of the app's own. */
  readonly seen: (frame: string, way: 'up' | 'down', at: number) => void
  readonly forget: () => void
  /** The code by which a socket is closed so that the app comes back. */
  readonly dropCode: number
  /** What a call is answered that is refused by hand. */
  readonly refusal: () => Response
}

export const plainWire: Wire = {
  read: (frame) => [{ channel: 'socket', type: 'frame', detail: frame }],
  without: (frame) => frame,
  seen: () => {},
  forget: () => {},
  dropCode: 4000,
  refusal: () => new Response(null, { status: 429, headers: { 'Retry-After': '1' } }),
}
