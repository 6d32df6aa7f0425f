import { kyc } from '#contract/kyc/kyc.ts'
import { createKyc } from '#src/actors/kyc.actors.ts'
import { verificationCodeLogic } from '#src/actors/verification-code.actors.ts'
import { spotVenue } from '#tests/support/spot-venue.ts'
import { createActor } from 'xstate'
import type { VenueOptions } from './place.ts'
import { story, type Stage } from './story.ts'

const settings = { demoReview: false }
type Venue = Awaited<ReturnType<typeof open>>
/** Ann is new, and ben is at the desk. */
const open = async (options: VenueOptions) => {
  const people = await spotVenue(2, options)
  await people.venue.command(({ tables }) =>
    tables.users.put({ ...tables.users.need(people.ben), powers: ['deskKyc'] }),
  )
  return people
}
const decide = (stage: Stage<Venue>, decision: 'pass' | 'reject', round = '') =>
  stage.call(
    'POST /api/desk/decide',
    { id: `kyc-${stage.me}${round}`, decision, reason: 'The name is not readable' },
    stage.harness.ben,
  )

export const accountStories = [
  story({
    name: 'verification: asked for without a name, asked for, rejected, asked for again, passed',
    settings,
    open,
    user: ({ ann }) => ann,
    play: async (stage) => {
      const { intentOf } = createKyc(stage.ports, kyc.primary)
      const watch = (name: string) =>
        stage.walk(name, (options) =>
          createActor(createKyc(stage.ports, kyc.primary).logic, { input: { level: 'primary' }, ...options }),
        )
      const sheets: ReturnType<typeof watch>[] = []
      await stage.act('', () => {
        sheets.push(watch('primary'))
      })
      sheets[0]?.tell({ type: 'retry' })
      await stage.pass(500)
      const apply = (name: string) =>
        sheets[0]?.send({
          type: 'apply',
          intent: intentOf({ name, country: 'HK', card_id: 'A1234567' }, stage.newKey()),
        })
      await stage.act('no name', () => apply(''), { primary: 'none' })
      await stage.act('asked for', () => apply('Ann Lee'), { primary: 'underReview' })
      await stage.act('', () => decide(stage, 'reject'))
      // Where the event is gone for good, it is read with the next look.
      await stage.pass(11_000)
      await stage.act('rejected', () => undefined, { primary: 'rejected' })
      await stage.act('asked for again, told before it is answered', () => stage.late(() => apply('Ann Lee')), {
        primary: 'underReview',
      })
      await stage.act('', () => decide(stage, 'pass', '-2'))
      await stage.pass(11_000)
      await stage.act('passed', () => undefined, { primary: 'passed' })
    },
  }),
  story({
    name: 'codes: one is sent, the next has to wait',
    settings,
    open,
    user: ({ ann }) => ann,
    play: async (stage) => {
      const field = stage.walk('code', (options) =>
        createActor(verificationCodeLogic(stage.request, stage.feeds.serverTime$, 'address'), options),
      )
      const ask = () => field.send({ type: 'ask', intent: { target: { to: 'own' }, key: stage.newKey() } })
      await stage.act('', ask)
      // A code whose answer was lost is asked for again by the reader, and the venue says how long to wait.
      if (field.now().matches('ready'))
        field.tell({ type: 'ask', intent: { target: { to: 'own' }, key: stage.newKey() } })
      await stage.pass(2000)
      await stage.act('sent', () => undefined, { code: 'waiting' })
      await stage.act('a minute later', () => stage.pass(61_000, 1000), { code: 'ready' })
    },
  }),
]
