/**
 * A value or a promise of one. The embedded store returns values, so callers continue without a turn of the event loop;
 * another store may return promises.
 */
export type Maybe<T> = T | Promise<T>

/** Calls `then` with the value: synchronously if it is not a promise, otherwise when it resolves. */
export function whenReady<T, R>(value: Maybe<T>, then: (value: T) => Maybe<R>): Maybe<R> {
  return value instanceof Promise ? value.then(then) : then(value)
}
