import { follow, type Plan } from '#contract/follow.ts'
import { followedPlanLogic } from '#src/features/finance/finance.actors.ts'
import { financeVenue } from '#tests/server/features/finance/finance-venue.ts'
import { createActor } from 'xstate'
import { done } from './done.ts'
import { story, type Stage } from './story.ts'

const dayMs = 86_400_000
type Venue = Awaited<ReturnType<typeof financeVenue>>
const planOf = async (stage: Stage<Venue>): Promise<Plan> => {
  const { rules: _rules, joined: _joined, ...plan } = await done(stage.request.read(follow.plan, { id: 'first-steps' }))
  return plan
}
const watch = async (stage: Stage<Venue>, name: string) => {
  const plan = await planOf(stage)
  return stage.walk(name, (options) =>
    createActor(followedPlanLogic(stage.ports), { input: { plan, joined: null }, ...options }),
  )
}

export const followStories = [
  story({
    name: 'plans: joined, refused, joined elsewhere, ended, joined again, closed meanwhile',
    open: financeVenue,
    user: ({ ann }) => ann,
    play: async (stage) => {
      const plan = await watch(stage, 'plan')
      const change = (some: object) =>
        stage.memory().venue.command(({ tables }) => tables.plans.put({ ...tables.plans.need('first-steps'), ...some }))
      await stage.act('refused', () => plan.send({ type: 'join', amount: '1', key: stage.newKey() }), {
        plan: 'life.free + hand.choosing',
      })
      await stage.act('said', () => plan.send({ type: 'dismiss' }))
      await stage.act('joined', () => plan.send({ type: 'join', amount: '100', key: stage.newKey() }), {
        plan: 'life.inProgress + hand.choosing',
      })
      await stage.act('earned', () => stage.leap(4 * dayMs), { plan: 'life.inProgress + hand.choosing' })
      await stage.act('ended', () => stage.leap(5 * dayMs), { plan: 'life.ended + hand.choosing' })
      await stage.act(
        'joined elsewhere',
        () => stage.call('GET /api/project/project', { id: 'first-steps', amount: '50' }),
        { plan: 'life.inProgress + hand.choosing' },
      )
      await stage.act(
        'closed meanwhile',
        async () => {
          await change({ endMs: stage.now() })
          plan.send({ type: 'join', amount: '100', key: stage.newKey() })
        },
        { plan: 'life.inProgress + hand.choosing' },
      )
      await stage.act(
        'a closed plan takes nobody',
        () => plan.send({ type: 'join', amount: '100', key: stage.newKey() }),
        { plan: 'life.inProgress + hand.choosing' },
      )
    },
  }),
]
