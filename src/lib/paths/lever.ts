/** Contracts; `contracts` is the tab they share with option rounds. Odd spellings of the wire end here. */
export const leverPaths = {
  contracts: '/pages/option/detail',
  lever: '/pages/lever/index',
} as const
