import { createChunks, createShared, createWhole } from '#scripts/client/chunks.ts'
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

test('LOAD-2 what every page needs lies in two chunks and one style sheet, the frame before the ground; pages are left to whoever shares them', () => {
  const chunkOf = createChunks('main', 'engine', (id) => id.startsWith('book'))
  const chunks = ['main', 'engine', 'react', 'frame', 'words', 'rxjs', 'page', 'book', 'book.css', 'outside'].map(
    (id) => [id, chunkOf(id, ask)],
  )
  expect(chunks).toEqual([
    ['main', 'frame'],
    ['engine', 'ground'],
    ['react', 'frame'],
    ['frame', 'frame'],
    ['words', 'frame'],
    ['rxjs', 'ground'],
    ['page', null],
    ['book', 'ground'],
    ['book.css', 'frame'],
    ['outside', null],
  ])
})
test('LOAD-2 what pages share is what as many of them import, directly or not, and never the pages themselves', () => {
  const least = (count: number) =>
    ['react', 'rxjs', 'words', 'frame', 'page', 'main'].filter((id) => createShared(['main', 'page'], count)(id, ask))
  expect([least(1), least(2)]).toEqual([
    ['react', 'rxjs', 'words', 'frame'],
    ['react', 'words'],
  ])
})
test('LOAD-2 what comes in one piece is the modules named and all that they import', () => {
  const isBelow = createWhole(['page', 'engine'])
  expect(['main', 'frame', 'page', 'engine', 'rxjs', 'book', 'words'].filter((id) => isBelow(id, ask))).toEqual([
    'page',
    'engine',
    'rxjs',
    'book',
    'words',
  ])
})
