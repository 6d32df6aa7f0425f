import { createChunks, createShared } from '#scripts/chunks.ts'
import { expect, test } from 'vitest'

const imports: Readonly<Record<string, readonly string[]>> = {
  main: ['react', 'frame'],
  frame: ['react', 'words'],
  engine: ['rxjs', 'words'],
  rxjs: ['words'],
  page: ['react', 'rxjs', 'book'],
  book: ['words'],
}
const ask = (id: string) => (id === 'outside' ? null : { importedIds: imports[id] ?? [] })

test('LOAD-2 what every page needs lies in two chunks, the frame before the ground; pages are left to whoever shares them', () => {
  const chunkOf = createChunks('main', 'engine')
  const chunks = ['react', 'frame', 'words', 'rxjs', 'page', 'book', 'outside'].map((id) => [id, chunkOf(id, ask)])
  expect(chunks).toEqual([
    ['react', 'frame'], ['frame', 'frame'], ['words', 'frame'], ['rxjs', 'ground'], ['page', null], ['book', null], ['outside', null],
  ])
})
test('LOAD-2 what is asked for by name stays a chunk of its own', () => {
  const chunkOf = createChunks('main', 'engine')
  expect([chunkOf('main', ask), chunkOf('engine', ask)]).toEqual([null, null])
})
test('LOAD-2 what pages share is what as many of them import, directly or not, and never the pages themselves', () => {
  const least = (count: number) => ['react', 'rxjs', 'words', 'frame', 'page', 'main'].filter((id) => createShared(['main', 'page'], count)(id, ask))
  expect([least(1), least(2)]).toEqual([['react', 'rxjs', 'words', 'frame'], ['react', 'words']])
})
