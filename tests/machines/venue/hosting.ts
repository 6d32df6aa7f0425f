import { finance } from '#contract/finance/finance.ts'
import { createSubmit } from '#src/actors/submit.actors.ts'
import { financeVenue } from '#tests/server/features/finance/finance-venue.ts'
import { createActor } from 'xstate'
import { story } from './story.ts'

export const hostingStories = [
  story({
    name: 'hosting: reviewed, left, refused, hosted and closed while its outcome is unknown',
    open: financeVenue,
    user: ({ ann }) => ann,
    play: async (stage) => {
      const { logic, intentOf } = createSubmit(stage.ports, finance.host)
      const form = stage.walk('form', (options) => createActor(logic, options))
      const host = (amount: string) =>
        form.send({ type: 'submit', intent: intentOf({ config_id: 1, amount }, stage.newKey()) })
      await stage.act('reviewed', () => form.send({ type: 'open' }), { form: 'reviewing' })
      await stage.act('left', () => form.send({ type: 'close' }), { form: 'editing' })
      await stage.act('reviewed again', () => form.send({ type: 'open' }), { form: 'reviewing' })
      await stage.act('too little', () => host('1'), { form: 'refused.free' })
      await stage.act('corrected', () => host('100'), { form: 'done' })
      await stage.act('closed', () => form.send({ type: 'close' }), { form: 'editing' })
      await stage.act(
        'one more, closed while it is unknown',
        async () => {
          host('100')
          await stage.settle()
          if (form.now().matches({ submitting: 'unknown' })) form.tell({ type: 'close' })
        },
        { form: 'done' },
      )
    },
  }),
]
