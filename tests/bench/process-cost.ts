import { existsSync, readFileSync } from 'node:fs'

const tickMs = 10
const kilobyte = 1024
const textOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
const fieldsOf = (pid: number) => {
  const text = textOf(`/proc/${pid}/stat`)
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}
const childrenOf = (pid: number) => textOf(`/proc/${pid}/task/${pid}/children`).split(' ').map(Number).filter(Boolean)

/** Processor time of a process with its children, also of those that are gone, in milliseconds; 0 but on Linux. */
export const cpuMsOf = (pid: number): number => {
  const own = fieldsOf(pid).slice(11, 15).map(Number)
  const sum = own.reduce((all, ticks) => all + (Number.isFinite(ticks) ? ticks : 0), 0) * tickMs
  return childrenOf(pid).reduce((all, child) => all + cpuMsOf(child), sum)
}
/** Memory of a process in bytes; 0 but on Linux. */
export const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0) * kilobyte
