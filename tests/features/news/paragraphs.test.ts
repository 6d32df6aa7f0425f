import { paragraphsOf } from '#src/features/news/paragraphs.ts'
import { isSafeAddress } from '#src/lib/safe-address.ts'
import { expect, test } from 'vitest'

const words = (text: string) => ({ text, href: null })
const way = (href: string) => ({ text: href, href })

test('NEWS-1 a blank line starts a paragraph, a single break only a line', () => {
  expect(paragraphsOf('One\r\ntwo\n\n\n \nThree\n')).toEqual([[[words('One')], [words('two')]], [[words('Three')]]])
})

test.each([
  ['See https://a.example/x?y=1.', [words('See '), way('https://a.example/x?y=1'), words('.')]],
  ['(https://a.example/)', [words('('), way('https://a.example/'), words(')')]],
  ['見 https://a.example/路。完', [words('見 '), way('https://a.example/路'), words('。完')]],
  ['http://a.example javascript:alert(1)', [words('http://a.example javascript:alert(1)')]],
  ['https://me:secret@a.example/', [words('https://me:secret@a.example/')]],
  ['<b>https://a.example/<script>', [words('<b>'), way('https://a.example/'), words('<script>')]],
])('NEWS-1 %j leads only where it may', (text, pieces) => {
  expect(paragraphsOf(text)).toEqual([[pieces]])
})

test('NEWS-1 only https URLs without credentials are safe', () => {
  expect(
    [
      'https://a.example',
      'http://a.example',
      'javascript:0',
      'data:text/html,x',
      '//a.example',
      'https://u@a.example',
    ].filter(isSafeAddress),
  ).toEqual(['https://a.example'])
})
