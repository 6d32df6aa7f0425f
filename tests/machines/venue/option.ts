import { option } from '#contract/option/option.ts'
import { takeTicks } from '#server/features/option/deadlines.ts'
import type { MemoryVenue } from '#server/memory.ts'
import { optionOrderLogic, optionRoundLogic } from '#src/features/option/option-round.actors.ts'
import { optionVenue, start } from '#tests/support/option-venue.ts'
import { createActor } from 'xstate'
import { done, quote } from './done.ts'
import { story, type Stage } from './story.ts'

type Venue = Awaited<ReturnType<typeof optionVenue>>
const open = (options: Parameters<typeof optionVenue>[1]) => optionVenue(1, options)
const onTick = ({ memory, price }: { memory: () => MemoryVenue; price: () => number }) => {
  if (price() === 0) return undefined
  quote(memory(), price())
  return memory().venue.command(takeTicks)
}
const stake = async (stage: Stage<Venue>, name: string, type: 'call' | 'put') => {
  const order = await done(
    stage.request.change(
      option.submit,
      { match_id: 1, currency_id: 3, type, seconds: 60, number: '10' },
      stage.newKey(),
    ),
  )
  return stage.walk(name, (options) => createActor(optionOrderLogic(stage.ports), { input: { order }, ...options }))
}

export const optionStories = [
  story({
    name: 'rounds: stakes that win, lose, draw and are void; the round before, at and after its close',
    open,
    user: ({ ann }) => ann,
    onTick,
    tickMs: 500,
    play: async (stage) => {
      const silent = 0
      stage.walk('round', (options) =>
        createActor(optionRoundLogic(stage.ports), {
          input: { market: 'BTC-USDT', seconds: 60, marginMs: 1000 },
          ...options,
        }),
      )
      await stage.pass(1000)
      await stage.act(
        'staked',
        async () => {
          await stage.pass(0)
        },
        { round: 'open' },
      )
      await stake(stage, 'win', 'call')
      await stake(stage, 'loss', 'put')
      await stage.pass(2000)
      stage.setPrice(101)
      await stake(stage, 'draw', 'call')
      await stage.pass(2000)
      await stage.act('the clock is lost', () => stage.jump(), { win: 'open.running', round: 'open' })
      await stage.act('locked', () => stage.until(start + 57_000), { round: 'locked' })
      await stage.act('settled', () => stage.until(start + 62_000), {
        win: 'closed.win',
        loss: 'closed.loss',
        draw: 'closed.draw',
      })
      await stage.act('the next', () => stage.until(start + 66_000), { round: 'open' })
      await stake(stage, 'void', 'call')
      stage.setPrice(silent)
      await stage.act('silence', () => stage.until(start + 122_000), { void: 'closed.void' })
    },
  }),
]
