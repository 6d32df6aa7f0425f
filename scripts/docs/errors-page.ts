import type { ErrorEntry } from '#scripts/wire/errors.ts'
import { escaped, headOf, prose } from './page.ts'

const repeats = { ask: 'unknown: ask', later: 'yes, later', mended: 'yes, mended', decide: 'no' } as const
const row = (name: string, value: string) =>
  value === '' ? '' : `<tr><th scope="row">${name}</th><td>${value}</td></tr>`
const entryOf = ({ reason, http, sentence, params, repeat, advice, calls }: ErrorEntry) =>
  [
    `<article id="${reason}"><h3><code>${reason}</code></h3><p>${escaped(sentence)}</p>`,
    `<p class="note">${prose(advice)}</p><table><tbody>`,
    row('Same key again', repeats[repeat]),
    row('HTTP', String(http)),
    row('params', escaped(params.join(', '))),
    row('Said by', calls.length === 0 ? 'any call' : calls.map(escaped).join('<br>')),
    '</tbody></table></article>',
  ].join('')

/** The catalogue of refusals as a page; each has an address of its own. */
export const renderErrors = (entries: readonly ErrorEntry[]): string => {
  const contents = entries.map(({ reason }) => `<li><a href="#${reason}">${reason}</a></li>`)
  return [
    headOf('Kontor: refusals'),
    '<body><nav aria-label="Contents">',
    `<details open><summary>Reasons</summary><ul>${contents.join('')}</ul></details></nav>`,
    '<main><h1>Refusals</h1><p>What a call is refused with, and whether it is safe to send it again.',
    'After a refusal nothing was done; only <code>fault</code>, a cut line or a time-out leave the outcome unknown.',
    'For programs: <a href="errors.json">errors.json</a>.</p><section>',
    ...entries.map(entryOf),
    '</section></main></body></html>',
  ].join('\n')
}
