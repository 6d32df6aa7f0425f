import type { Event } from '#contract/events.ts'
import type { NotificationContent, NotificationSubject } from '#contract/wire/notification.ts'

/** What an account is told about one of its events: the subject, and the parts that it has. */
export type Told = Partial<NotificationContent> & { readonly subject: NotificationSubject }
/** Which events of one name make a notification for the user they are sent to; null makes none. */
export type NotificationRule = { readonly ev: Event['ev']; readonly tell: (event: Event) => Told | null }

type EventNamed<E extends Event['ev']> = Extract<Event, { readonly ev: E }>
const isNamed = <E extends Event['ev']>(event: Event, ev: E): event is EventNamed<E> => event.ev === ev

/** Declares which events of this name make a notification. */
export const notifyOn = <E extends Event['ev']>(
  ev: E,
  tell: (event: EventNamed<E>) => Told | null,
): NotificationRule => ({
  ev,
  tell: (event) => (isNamed(event, ev) ? tell(event) : null),
})

/** What an event tells by the rules of all features; a name has one rule. */
export function toldBy(rules: readonly NotificationRule[]): (event: Event) => Told | null {
  const byName = new Map(rules.map((rule) => [rule.ev, rule]))
  if (byName.size !== rules.length) throw new Error('an event has two rules for its notification')
  return (event) => byName.get(event.ev)?.tell(event) ?? null
}
