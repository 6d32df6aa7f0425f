// Runs before the first paint, so that nobody who chose the light theme sees the dark one first, or the reverse.
// The same as src/lib/theme.ts; a test holds the two together.
{
  const schemes = { system: 'light dark', dark: 'dark', light: 'light' }
  let theme = 'dark'
  try {
    const chosen = JSON.parse(localStorage.getItem('kontor.settings') ?? '{}')?.theme
    if (Object.hasOwn(schemes, chosen)) theme = chosen
  } catch {
    // Nothing can be read: the first theme it is.
  }
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name="color-scheme"]')?.setAttribute('content', schemes[theme])
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    const of = meta.dataset.theme
    meta.media = theme === 'system' ? `(prefers-color-scheme: ${of})` : theme === of ? 'all' : 'not all'
  }
}
