import { createLater } from '#streams/kit/later.ts'
import { EMPTY, of, VirtualTimeScheduler } from 'rxjs'
import { expect, test } from 'vitest'

const settled = () => new Promise((done) => setImmediate(done))

test('RT-3 what comes in a file of its own is asked for again until it is here, once for all, and then at once', async () => {
  const time = new VirtualTimeScheduler()
  let asked = 0
  const later = createLater(
    async () => {
      asked += 1
      if (asked < 3) throw new Error('the line is cut')
      return { word: 'here' }
    },
    null,
    time,
  )
  const seen: string[] = []
  later(({ word }) => of(word), of('before')).subscribe((word) => seen.push(word))
  expect(asked).toBe(1)
  for (let turn = 0; turn < 3; turn++) {
    await settled()
    time.flush()
  }
  expect(seen).toEqual(['before', 'here'])
  later(({ word }) => of(`${word} again`), EMPTY).subscribe((word) => seen.push(word))
  expect(seen.at(-1)).toBe('here again')
  expect(asked).toBe(3)
})
