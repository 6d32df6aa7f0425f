// Runs before the first paint, so that nobody who chose the light theme sees the dark one first, or the reverse, nor another size of text.
// The same as src/lib/theme.ts; a test holds the two together.
{
  const schemes = { system: 'light dark', dark: 'dark', light: 'light' }
  let theme = 'dark'
  let text = 'normal'
  try {
    const chosen = JSON.parse(localStorage.getItem('kontor.settings') ?? '{}')
    if (Object.hasOwn(schemes, chosen?.theme)) theme = chosen.theme
    if (['large', 'largest'].includes(chosen?.textSize)) text = chosen.textSize
  } catch {
    // Nothing can be read: the first theme it is.
  }
  document.documentElement.dataset.theme = theme
  document.documentElement.dataset.text = text
  document.querySelector('meta[name="color-scheme"]')?.setAttribute('content', schemes[theme])
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    const of = meta.dataset.theme
    meta.media = theme === 'system' ? `(prefers-color-scheme: ${of})` : theme === of ? 'all' : 'not all'
  }
}
// Asks for the files of the page that will be shown, which the first script would ask for only once it has come itself.
// The build writes down which they are (scripts/ahead.ts); without that, and for other pages, nothing is asked for.
{
  const told = document.getElementById('ahead')?.textContent
  try {
    const { lang, pages } = JSON.parse(told ?? '{"pages":{}}')
    const path = location.hash.replace(/^#?\/?/, '/').split('?')[0]
    const page = localStorage.getItem('kontor.session') === null ? pages.login : pages[path]
    const chosen = JSON.parse(localStorage.getItem('kontor.settings') ?? '{}')?.lang
    for (const file of page === undefined ? [] : [...page.files, ...(page.texts[chosen] ?? page.texts[lang])]) {
      const isStyle = file.endsWith('.css')
      const link = Object.assign(document.createElement('link'), { rel: isStyle ? 'preload' : 'modulepreload', crossOrigin: '', href: file })
      if (isStyle) link.as = 'style'
      document.head.append(link)
    }
  } catch {
    // Nothing can be read: the first script asks.
  }
}
