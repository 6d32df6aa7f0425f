import { finance } from '#contract/finance.ts'
import { hostingOrderLogic } from '#src/features/finance/finance.actors.ts'
import { financeVenue } from '#tests/server/features/finance/finance-venue.ts'
import { createActor } from 'xstate'
import { story, type Stage } from './story.ts'

const dayMs = 86_400_000
const aWeek = 1
type Venue = Awaited<ReturnType<typeof financeVenue>>
const hosted = async (stage: Stage<Venue>, name: string) => {
  const reply = await stage.request.change(finance.host, { config_id: aWeek, amount: '100' }, stage.newKey())
  if (!reply.ok) throw new Error(`not hosted: ${JSON.stringify(reply.failure)}`)
  const order = reply.value
  return {
    order,
    walked: stage.walk(name, (options) =>
      createActor(hostingOrderLogic(stage.ports), { input: { order }, ...options }),
    ),
  }
}

export const hostingStories = [
  story({
    name: 'hosting: three orders: one runs out, one is left early, one is left elsewhere',
    open: financeVenue,
    user: ({ ann }) => ann,
    play: async (stage) => {
      const early = await hosted(stage, 'early')
      const away = await hosted(stage, 'away')
      const whole = await hosted(stage, 'whole')
      await stage.act('earned', () => stage.leap(dayMs), { early: 'life.hosting + hand.watching' })
      await stage.act(
        'refused at another cost',
        () => early.walked.send({ type: 'redeem', seenFee: '0', key: stage.newKey() }),
        { early: 'life.hosting + hand.watching' },
      )
      await stage.act('said', () => early.walked.send({ type: 'dismiss' }))
      const seenFee = early.walked.now().context.order.cancel_fee
      await stage.act('left', () => early.walked.send({ type: 'redeem', seenFee, key: stage.newKey() }), {
        early: 'life.redeemed + hand.watching',
      })
      await stage.act('left elsewhere', () => stage.call('POST /api/lh/deposit/order/cancel', { id: away.order.id }), {
        away: 'life.redeemed + hand.watching',
      })
      await stage.act('a while', () => stage.leap(4 * dayMs))
      await stage.act('over', () => stage.leap(4 * dayMs), { whole: 'life.completed + hand.watching' })
      await stage.act('after its end', () => whole.walked.send({ type: 'redeem', seenFee: '0', key: stage.newKey() }), {
        whole: 'life.completed + hand.watching',
      })
    },
  }),
]
