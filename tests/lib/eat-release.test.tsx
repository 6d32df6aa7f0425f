import { eatRelease } from '#src/lib/eat-release.ts'
import { expect, test } from 'vitest'

test('CHAT-123 a click that ends a long press reaches nothing; the next press and the keyboard do', () => {
  const heard: string[] = []
  const button = document.createElement('button')
  document.body.append(button)
  button.addEventListener('click', ({ detail }) => heard.push(`click ${detail}`))
  const click = (detail: number) =>
    button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }))
  eatRelease()
  click(1)
  click(0)
  click(1)
  button.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }))
  click(1)
  expect(heard).toEqual(['click 0', 'click 1'])
  button.remove()
})
