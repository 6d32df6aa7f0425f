import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Sight } from '#tests/support/fit.ts'

/** The only exception: the colour of unselected tab labels, which the product specifies. */
const isTabLabel = (rule: string, colours: unknown) =>
  rule === 'color-contrast' &&
  typeof colours === 'object' &&
  colours !== null &&
  'fgColor' in colours &&
  colours.fgColor === '#768da9'

/** Waits for animations, because a sheet that slides in is half transparent. */
const atRest = (page: Sight) =>
  page.evaluate(async () => {
    const ending = document.getAnimations().filter((each) => each.effect?.getTiming().iterations !== Infinity)
    await Promise.allSettled(ending.map((each) => each.finished))
  })

/** The source is half a megabyte: a document gets it once, however often it is looked at. */
const load = async (page: Sight) => {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(`(() => { ${axe.source} })()`)
}

/**
 * The axe findings of the current page in both themes, each line with its theme; the other theme is judged by its
 * colours alone.
 */
export const axeInBothThemes = async (page: Sight): Promise<readonly string[]> => {
  const own = await axeFindings(page)
  const turn = () =>
    page.evaluate(() => {
      const { dataset } = document.documentElement
      dataset['theme'] = dataset['theme'] === 'light' ? 'dark' : 'light'
    })
  await turn()
  const other = await axeFindings(page, ['color-contrast'])
  await turn()
  return [...own.map((line) => `own: ${line}`), ...other.map((line) => `other: ${line}`)]
}

/** The axe findings of the current page, one line each; expected to be empty. All rules, or some. */
export const axeFindings = async (page: Sight, only: readonly string[] = []): Promise<readonly string[]> => {
  await atRest(page)
  await load(page)
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(only.length > 0 && { runOnly: { type: 'rule', values: [...only] } }),
  }
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes
      .filter((node) => !node.any.some(({ data }) => isTabLabel(id, data)))
      .map(
        (node) =>
          `${id}: ${help}: ${node.target.join(' ')}` +
          (id === 'color-contrast' ? ` ${JSON.stringify(node.any.map(({ data }) => data))}` : ''),
      ),
  )
}
