import { jsonIn } from '#contract/wire/json.ts'
import { cleanedPath, cleanedText } from '#src/parts/recording/clean.ts'
import type { Line, Recording } from '#src/parts/recording/tape.ts'

type Part = Readonly<Record<string, unknown>>
type Asked = { readonly i: number; readonly about: string; isTaken: boolean }
export type Socket = { readonly number: number; readonly dialAt: number; readonly asked: Asked[] }
export type Call = { readonly number: number; readonly at: number; readonly sign: string; isTaken: boolean }

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && !Array.isArray(value)
/** The messages of a frame. */
export const partsIn = (frame: string): readonly Part[] => [jsonIn(frame)].flat().filter(isPart)
const fieldOf = (value: unknown, name: string) => (isPart(value) ? value[name] : undefined)
/** What a request of the socket is about: two with the same sign ask the same. */
export const aboutOf = (part: Part) =>
  [part['m'], fieldOf(part['p'], 'c') ?? fieldOf(part['p'], 'chat') ?? ''].join(' ')
/** What a call is, once it is cleaned. The key tells equal calls apart; a question about a key has it in its body. */
export const signOf = (method: string, path: string, key: string | null, body: string) =>
  [method, path, body.includes('"key"') ? '' : (key ?? ''), body].join(' ')
export const signOfAsked = (method: string, url: string, key: string | null, body: string) =>
  signOf(method, cleanedPath(url), key, cleanedText(body))

/** What stands in a recording, found beforehand: its sockets with what was asked on them, its calls, its markets. */
export function scriptOf({ lines }: Recording) {
  const sockets = new Map<number, Socket>()
  const calls = new Map<number, Call>()
  const channels = new Set<string>()
  const logins: number[] = []
  const take = (line: Line) => {
    const [at, kind] = line
    if (kind === 'dial') sockets.set(line[2], { number: line[2], dialAt: at, asked: [] })
    else if (kind === 'call')
      calls.set(line[2], { number: line[2], at, sign: signOf(line[3], line[4], line[5], line[6]), isTaken: false })
    else if (kind === 'login' && line[2] !== null) logins.push(line[2])
    else if (kind === 'up')
      for (const part of partsIn(line[3])) {
        const { i, m } = part
        if (typeof i === 'number') sockets.get(line[2])?.asked.push({ i, about: aboutOf(part), isTaken: false })
        const channel = fieldOf(part['p'], 'c')
        if (m === 'sub' && typeof channel === 'string') channels.add(channel)
      }
  }
  lines.forEach(take)
  const markets = [...channels].flatMap((name) => (name.startsWith('depth:') ? [name.slice('depth:'.length)] : []))
  return { sockets: [...sockets.values()], calls, markets }
}
export type Script = ReturnType<typeof scriptOf>
