const longestMs = 4_000

/**
 * Takes the style sheets of index.html into use, which loads them for another medium so that they do not hold up the
 * first paint. Resolves once they have come, or failed, or after four seconds: nothing of the app is drawn before, or
 * it would be seen unstyled.
 */
export const firstStyles = (page: Document = document): Promise<unknown> =>
  Promise.all([...page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][media="print"]')].map(takeUp))

const takeUp = async (sheet: HTMLLinkElement) => {
  sheet.media = 'all'
  if (sheet.sheet !== null) return
  await new Promise<unknown>((done) => {
    // One that failed before says nothing any more.
    const latest = setTimeout(done, longestMs)
    const settled = () => {
      clearTimeout(latest)
      done(null)
    }
    sheet.addEventListener('load', settled, { once: true })
    sheet.addEventListener('error', settled, { once: true })
  })
}
