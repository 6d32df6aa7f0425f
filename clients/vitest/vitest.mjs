import { test as base } from 'vitest'
import { openBox } from 'kontor/testing'

/**
 * A `test` of vitest with an exchange of its own, `box`. What all of them begin with is opened once; of one that fails
 * the record is kept, whose file the reporter tells.
 */
export const testWith = (wish = {}, folder = '.kontor') => {
  let begun = null
  const begin = async () => {
    const first = await openBox(wish)
    const start = await first.snapshot()
    await first.stop()
    return start
  }
  return base.extend({
    box: async ({ task }, lend) => {
      begun ??= begin()
      const box = await openBox({ ...wish, from: await begun })
      await lend(box)
      if (task.result?.state === 'fail') task.meta.kontor = await box.save(folder)
      await box.stop()
    },
  })
}
export const test = testWith()
