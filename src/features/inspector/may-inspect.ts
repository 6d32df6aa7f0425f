import type { Config } from '#src/stores/config.ts'

/** Developers see the machines; production shows them only where the venue was started with `INSPECTOR=1` (INS-R2). */
export const mayInspect = ({ setting }: Pick<Config, 'setting'>, isDevelopment: boolean): boolean =>
  isDevelopment || setting?.features['inspector'] === true
