/** Shows a number on the icon of the installed app, where the platform can; 0 removes it. */
export const showBadge = (count: number) => {
  if (!('setAppBadge' in navigator)) return
  const shown = count === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(count)
  // A platform may refuse: then there is no number, and nothing depends on it.
  shown.catch(() => {})
}
