import { firstStyles } from '#src/app/boot/first-styles.ts'
import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'

/** A page with one style sheet that is still on its way. */
const pageWith = (rest: string) =>
  new DOMParser().parseFromString(`<head><link rel="stylesheet" href="/assets/a.css" ${rest}></head>`, 'text/html')
const isDone = async (waiting: Promise<unknown>) =>
  await Promise.race([
    waiting.then(() => true),
    Promise.resolve()
      .then(() => Promise.resolve())
      .then(() => false),
  ])

test.each(['load', 'error'])('PAGE-9 the app is drawn once its styles are there or cannot come: %s', async (event) => {
  const page = pageWith('media="print"')
  const waiting = firstStyles(page)
  const sheet = page.querySelector('link')
  expect([sheet?.media, await isDone(waiting)]).toEqual(['all', false])
  sheet?.dispatchEvent(new Event(event))
  await waiting
})
test('PAGE-9 a sheet that failed before anybody listened holds the app up for four seconds at most', async () => {
  vi.useFakeTimers()
  const waiting = firstStyles(pageWith('media="print"'))
  await vi.advanceTimersByTimeAsync(3_999)
  expect(await isDone(waiting)).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await waiting
})
test('PAGE-9 other sheets are left alone', async () => {
  const page = pageWith('media="all"')
  await firstStyles(page)
  expect(page.querySelector('link')?.media).toBe('all')
})
test('PAGE-10 what is shown before the app needs no style sheet, names no language and can be reloaded by hand', () => {
  const page = new DOMParser().parseFromString(readFileSync('index.html', 'utf8'), 'text/html')
  const root = page.getElementById('root')
  expect(root?.querySelector('[role=status]')?.getAttribute('style')).toMatch(/position: fixed.*light-dark/)
  expect(root?.textContent?.trim()).toBe('Kontor')
  expect(root?.querySelector('a')?.getAttribute('href')).toBe('./')
  expect(
    [...(root?.querySelectorAll('i') ?? [])].every((bone) => bone.getAttribute('style')?.includes('block-size')),
  ).toBe(true)
})
