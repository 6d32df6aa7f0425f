/** Paths of the lever product; `contracts` is the tab it shares with option rounds. Odd spellings occur only here. */
export const leverPaths = {
  contracts: '/pages/option/detail',
  lever: '/pages/lever/index',
} as const
