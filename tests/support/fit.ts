import type { Page } from '@playwright/test'

/**
 * Anything that runs an expression, or a function without arguments, in a page: a page of Playwright, or a hand on
 * another browser.
 */
export type Sight = { readonly evaluate: <R>(code: string | (() => R | Promise<R>)) => Promise<R> }

/** Pages that people see most, of every product. */
export const mostSeen = [
  '/pages/index/index',
  '/pages/trade/index',
  '/pages/lever/index',
  '/pages/option/detail',
  '/pages/otc/index',
  '/pages/assets/index',
  '/pages/assets/transfer/index',
  '/pages/assets/withdraw/index',
  '/pages/template/index',
  '/pages/finance/index',
  '/pages/finance/buyPage?id=2',
  '/pages/finance/earnings',
  '/pages/publication/index',
  '/pages/publication/purchase?id=1',
  '/pages/wakuang/index',
  '/pages/wakuang/buy-machines',
  '/pages/assets/transfersd/zylist',
  '/pages/promotion/index',
  '/pages/help/center/center',
  '/pages/settings/account/index',
  '/pages/settings/index',
  '/pages/assets/record',
  '/pages/assets/deposit/charge?currency=3',
  '/pages/otc/mylist',
  '/pages/bankbind/index',
] as const

/** The settings store of this page takes up a language that another tab has chosen: no reload. */
export const chooseLanguage = async (page: Page, lang: string) => {
  const before = await page.locator('html').getAttribute('lang')
  const isOther = await page.evaluate((chosen) => {
    const name = 'kontor.settings'
    const kept = JSON.parse(localStorage.getItem(name) ?? '{}')
    localStorage.setItem(name, JSON.stringify({ ...kept, lang: chosen }))
    dispatchEvent(new StorageEvent('storage', { key: name }))
    return kept.lang !== chosen
  }, lang)
  if (isOther) await page.waitForFunction((old) => document.documentElement.lang !== old, before)
}

/**
 * Opens a path in the loaded app and waits until its page shows what it has read; looks at each frame, for this is done
 * often.
 */
export const turnToSettled = async (page: Page, path: string) => {
  await page.evaluate((hash) => (location.hash = hash), `#${path}`)
  await page.waitForFunction(() => {
    const shown = document.getElementById('page')
    return (
      shown?.dataset['path'] === location.hash.slice(1).split('?')[0] &&
      document.querySelector('h1') !== null &&
      shown?.querySelector('[aria-busy="true"]') === null
    )
  })
}

/** What is wider than the screen, what is cut, buttons of two lines, and texts that lie on each other. */
const misfits = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const nameOf = (each: Element) => `${each.tagName.toLowerCase()} "${(each.textContent ?? '').trim().slice(0, 40)}"`
    const all = [...document.querySelectorAll('#page *, nav *')].filter((each) => {
      const { width: wide, height } = each.getBoundingClientRect()
      return wide > 2 && height > 2
    })
    const isScrolled = (each: Element): boolean => {
      for (let at = each.parentElement; at !== null && at !== document.body; at = at.parentElement)
        if (getComputedStyle(at).overflowX !== 'visible') return true
      return false
    }
    const wide =
      document.documentElement.scrollWidth > width
        ? all
            .filter((each) => each.getBoundingClientRect().right > width + 1 && !isScrolled(each))
            .map((each) => `wider than the screen: ${nameOf(each)}`)
        : []
    const textsOf = (each: Element) =>
      [...each.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '')
    // The hint in a search box may be cut: nothing is lost by that.
    const written = all.filter((each) => textsOf(each).length > 0 && each.closest('a[href*="search"]') === null)
    // The flash of a new price reaches four pixels beyond its number.
    const isCut = (each: Element) => {
      const { overflowX, overflowY } = getComputedStyle(each)
      const isWide =
        each.clientWidth > 0 && each.scrollWidth > each.clientWidth + 4 && !['auto', 'scroll'].includes(overflowX)
      return isWide || (each.scrollHeight > each.clientHeight + 4 && ['hidden', 'clip'].includes(overflowY))
    }
    const cut = written.filter(isCut).map((each) => `does not fit: ${nameOf(each)}`)
    const linesOf = (each: Element) =>
      textsOf(each).flatMap((node) => {
        const range = document.createRange()
        range.selectNodeContents(node)
        return [...range.getClientRects()].filter((box) => box.width > 2)
      })
    const isBroken = (each: Element) => {
      const tops = linesOf(each).map(({ top }) => top)
      return Math.max(...tops) - Math.min(...tops) > 8
    }
    const broken = written
      .filter((each) => each.closest('#page button, [role="tab"]') !== null && isBroken(each))
      .map((each) => `two lines: ${nameOf(each)}`)
    const styleAbove = new Map<Element, boolean>()
    const isAbove = (each: Element | null): boolean => {
      if (each === null) return false
      const { position, opacity } = getComputedStyle(each)
      // What is seen once it has the focus alone stands above the rest as well.
      const known =
        styleAbove.get(each) ??
        (each.matches('nav, header, [aria-hidden="true"]') ||
          ['fixed', 'sticky'].includes(position) ||
          opacity === '0' ||
          isAbove(each.parentElement))
      styleAbove.set(each, known)
      return known
    }
    const boxes = written
      .filter((each) => !isAbove(each))
      .flatMap((each) => linesOf(each).map((box) => ({ each, box })))
      .toSorted((a, b) => a.box.top - b.box.top)
    /** What a box around it hides as a whole, as a second line that is never seen, lies on nothing. */
    const isSeen = (each: Element, box: DOMRect) => {
      for (let at = each.parentElement; at !== null && at.id !== 'page'; at = at.parentElement) {
        const { top, bottom } = at.getBoundingClientRect()
        if (
          ['hidden', 'clip'].includes(getComputedStyle(at).overflowY) &&
          (box.top >= bottom - 1 || box.bottom <= top + 1)
        )
          return false
      }
      return true
    }
    const laid = boxes.flatMap(({ each, box }, at) => {
      const found: string[] = []
      for (const other of boxes.slice(at + 1)) {
        if (other.box.top > box.bottom - 6) break
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
        const down = Math.min(box.bottom, other.box.bottom) - other.box.top
        const isApart = !each.contains(other.each) && !other.each.contains(each)
        if (across > 3 && down > 6 && isApart && isSeen(each, box) && isSeen(other.each, other.box))
          found.push(`on each other: ${nameOf(each)}, ${nameOf(other.each)}`)
      }
      return found
    })
    return [...new Set([...wide, ...cut, ...broken, ...laid])]
  })

/** What is wider than the screen, so that the whole page would move to the side. */
export const wider = (page: Sight): Promise<readonly string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth > clientWidth ? [`is ${scrollWidth} wide on a screen of ${clientWidth}`] : []
  })

/** What does not fit when the page is at rest: while one page slides over another, texts do lie on each other. */
export const lastingMisfits = async (page: Page): Promise<readonly string[]> => {
  if ((await misfits(page)).length === 0) return []
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((each) => each.playState !== 'running' || each.effect?.getTiming().iterations === Infinity),
  )
  return misfits(page)
}

/**
 * What a finger is to press and reaches on less than 44 px of height, by what the page itself finds there: what is
 * drawn
 * may be smaller. Not meant: levels of a book, which stand as dense as their prices, links within a sentence, and what
 * is
 * at the edge of the screen.
 */
export const smallTargets = (page: Sight): Promise<readonly string[]> =>
  page.evaluate(() => {
    const enough = 44
    const isApart = (each: HTMLElement) =>
      each.matches(':disabled, [data-level], p a, [role="slider"]') ||
      each.closest('[inert], [aria-hidden="true"]') !== null
    const found: string[] = []
    for (const each of (document.querySelector('dialog[open]') ?? document).querySelectorAll<HTMLElement>(
      'button, a[href], input, select, textarea, summary',
    )) {
      const { left, top, width, height } = each.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      if (
        width < 3 ||
        height < 3 ||
        height >= enough ||
        isApart(each) ||
        x < 0 ||
        x > innerWidth ||
        y < enough ||
        y > innerHeight - enough
      )
        continue
      const label = each.closest('label')
      const isHit = (at: number) => {
        const hit = document.elementFromPoint(x, at)
        return hit !== null && (each.contains(hit) || label?.contains(hit) === true)
      }
      if (!isHit(y)) continue
      const reach = (step: number) => {
        let far = 0
        while (far < enough && isHit(y + step * (far + 1))) far += 1
        return far
      }
      const whole = reach(-1) + reach(1) + 1
      // A line of a pixel's height more or less comes from rounding.
      if (whole < enough - 2)
        found.push(
          `${Math.round(width)} wide and reached on ${whole}: ${each.tagName.toLowerCase()} "` +
            `${(each.getAttribute('aria-label') ?? label?.textContent ?? each.textContent).trim().slice(0, 40)}"`,
        )
    }
    return found
  })
