import { chartsOf } from '@kontor/inspector/layout'
import { machineFiles, machines } from './list.ts'

/** The charts of all machines, by the machine's id. */
export const allCharts = () =>
  chartsOf(Object.fromEntries(Object.entries(machines).map(([name, machine]) => [machineFiles[name] ?? name, machine])))
