import type { Maybe } from '#server/core/maybe.ts'

/** Does work whose result nobody awaits; `failed` is told why it was not done. */
export function attempt(work: () => Maybe<unknown>, failed: (thrown: unknown) => void): void {
  try {
    const pending = work()
    if (pending instanceof Promise) pending.catch(failed)
  } catch (thrown) {
    failed(thrown)
  }
}
