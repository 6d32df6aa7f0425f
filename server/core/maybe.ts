/** A value now or later. The embedded store answers at once, so nothing waits for a turn of the event loop; another store may answer later. */
export type Maybe<T> = T | Promise<T>

/** Continues with a value in the same turn if it is there, and after it has come if it is not. */
export function whenReady<T, R>(value: Maybe<T>, then: (value: T) => Maybe<R>): Maybe<R> {
  return value instanceof Promise ? value.then(then) : then(value)
}
