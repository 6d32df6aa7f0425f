import { test as base } from 'vitest'
import { openBox } from 'kontor/testing'

/** Boxes of one file of tests, each taken back to where all of them begin before it is lent again. */
async function openPool(wish) {
  const first = await openBox(wish)
  const start = await first.snapshot()
  const [all, idle] = [[first], [first]]
  return {
    take: async () => {
      const box = idle.pop()
      if (box) await box.restore(start)
      const taken = box ?? (await openBox({ ...wish, from: start }))
      if (!box) all.push(taken)
      return taken
    },
    give: (box) => void idle.push(box),
    stop: () => Promise.all(all.map((box) => box.stop())),
  }
}
/**
 * A `test` of vitest with an exchange of its own, `box`: nothing that another test has done is there. Of one that fails
 * the record is kept, whose file the reporter tells.
 */
export const testWith = (wish = {}, folder = '.kontor') =>
  base.extend({
    boxes: [
      async ({}, lend) => {
        const boxes = await openPool(wish)
        await lend(boxes)
        await boxes.stop()
      },
      { scope: 'file' },
    ],
    box: async ({ task, boxes }, lend) => {
      const box = await boxes.take()
      await lend(box)
      if (task.result?.state === 'fail') task.meta.kontor = await box.save(folder)
      boxes.give(box)
    },
  })
export const test = testWith()
