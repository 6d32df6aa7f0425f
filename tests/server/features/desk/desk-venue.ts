import type { Event } from '#contract/events.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { actCaseId } from '#server/features/desk/acts.ts'
import type { Store } from '#server/core/store-port.ts'
import { kycId } from '#server/identity/rows.ts'
import type { SomeSettings } from '#server/settings.ts'
import { answerOf, register } from '#tests/support/people.ts'

/** A venue with Ann, who has asked for verification, and Ben and Cleo, who may be given powers of the desk. */
export async function deskVenue(settings: SomeSettings = {}, store?: Store) {
  const { venue, clock, ask } = createMemoryVenue({
    settings: { demoReview: false, ...settings },
    ...(store && { store }),
  })
  const [ann, ben, cleo] = [
    await register({ ask }, 'ann@kontor.test'),
    await register({ ask }, 'ben@kontor.test'),
    await register({ ask }, 'cleo@kontor.test'),
  ]
  const events: { user: number; event: Event }[] = []
  venue.deliveries$.subscribe((all) => all.forEach(({ user, body }) => events.push({ user, event: JSON.parse(body) })))
  const as = async (user: number, routeKey: string, body: object) =>
    answerOf((await ask(routeKey, body, { user }, crypto.randomUUID())).answer)
  const operator = await register({ ask }, 'olivia@kontor.test')
  await venue.command(({ tables }) =>
    tables.users.put({ ...tables.users.need(operator), powers: ['deskSettings', 'grantPower'] }),
  )
  const apply = () => as(ann, 'POST /api/user/real_name', { name: 'Ann Lee', country: 'HK', card_id: 'A1234567' })
  await apply()
  const { command, flush, runDue } = venue
  return {
    venue,
    clock,
    ask,
    as,
    asOperator: (routeKey: string, body: object) => as(operator, routeKey, body),
    /** The operator passes the proposal that waits. */
    second: async () => {
      const row = [...venue.ctx.tables.deskActs.all()].find(({ status }) => status === 'open')
      return as(operator, 'POST /api/desk/decide', { id: row && actCaseId(row), decision: 'pass' })
    },
    ann,
    ben,
    cleo,
    annCase: `kyc-${ann}`,
    command,
    flush,
    runDue,
    hold: (user: number, powers: readonly string[]) =>
      command(({ tables }) => tables.users.put({ ...tables.users.need(user), powers })),
    /** Ann's application as it was before anybody decided it. */
    reset: () =>
      command(({ tables }) => tables.kycs.put({ ...tables.kycs.need(kycId(ann, 1)), status: 'underReview' })),
    pass: (user: number, level: 1 | 2) =>
      command(({ tables }) =>
        tables.kycs.put({ ...tables.kycs.need(kycId(user, 1)), id: kycId(user, level), level, status: 'passed' }),
      ),
    statusesOf: (user: number) => venue.ctx.tables.kycs.group('user', user).map(({ status }) => status),
    eventsOf: (user: number, ev: Event['ev']) =>
      events.filter((each) => each.user === user && each.event.ev === ev).map((each) => each.event),
  }
}
