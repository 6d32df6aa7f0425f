import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** The one recorded exception: the product's constant colour of tab labels that are not selected. */
const isTabLabel = (rule: string, colours: unknown) =>
  rule === 'color-contrast' &&
  typeof colours === 'object' &&
  colours !== null &&
  'fgColor' in colours &&
  colours.fgColor === '#768da9'

/** Colours are measured when nothing moves any more: a sheet on its way in is half transparent. */
const atRest = (page: Page) =>
  page.evaluate(async () => {
    const ending = document.getAnimations().filter((each) => each.effect?.getTiming().iterations !== Infinity)
    await Promise.allSettled(ending.map((each) => each.finished))
  })

/** What axe finds on the page as it stands, a line each; an empty list is what a page owes. */
export const axeFindings = async (page: Page): Promise<readonly string[]> => {
  await atRest(page)
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] }).analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes
      .filter((node) => !node.any.some(({ data }) => isTabLabel(id, data)))
      .map((node) => `${id}: ${help}: ${node.target.join(' ')}`),
  )
}
