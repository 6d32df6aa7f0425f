/** A tool of an agent; `run` answers with what is shown to it. */
export type Tool = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: object
  readonly annotations: Readonly<
    Record<'readOnlyHint' | 'idempotentHint' | 'destructiveHint' | 'openWorldHint', boolean>
  >
  readonly run: (
    input: Readonly<Record<string, unknown>>,
  ) => Promise<{ readonly value: object; readonly isError: boolean }>
}
type Info = { readonly name: string; readonly version: string; readonly instructions: string }

/** Revisions of the protocol that are understood, the newest first; of tools they say the same. */
const revisions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
const codes = { parse: -32_700, request: -32_600, method: -32_601, params: -32_602 } as const
type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** The Model Context Protocol over lines of JSON: answers one message; null where none is owed. */
export function createMcp(tools: readonly Tool[], { name, version, instructions }: Info) {
  const initialize = ({ protocolVersion }: Fields) => ({
    protocolVersion: revisions.find((each) => each === protocolVersion) ?? revisions[0],
    capabilities: { tools: {} },
    serverInfo: { name, version },
    instructions,
  })
  const call = async ({ name: wanted, arguments: input = {} }: Fields) => {
    const tool = tools.find((each) => each.name === wanted)
    if (!tool || !isFields(input)) return null
    const { value, isError } = await tool.run(input)
    return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value, isError }
  }
  return async (line: string): Promise<object | null> => {
    const message = parsed(line)
    const reply = (id: unknown, part: object) => ({ jsonrpc: '2.0', id, ...part })
    const fault = (id: unknown, code: number, text: string) => reply(id, { error: { code, message: text } })
    if (message === undefined) return fault(null, codes.parse, 'not JSON')
    if (!isFields(message) || typeof message['method'] !== 'string') {
      // An answer to a question that was never asked needs none.
      const isAnswer = isFields(message) && ('result' in message || 'error' in message)
      return isAnswer ? null : fault(null, codes.request, 'not a request')
    }
    const { id, method, params } = message
    if (id === undefined) return null
    const given = isFields(params) ? params : {}
    if (method === 'initialize') return reply(id, { result: initialize(given) })
    if (method === 'ping') return reply(id, { result: {} })
    if (method === 'tools/list') return reply(id, { result: { tools: tools.map(({ run: _run, ...tool }) => tool) } })
    if (method !== 'tools/call') return fault(id, codes.method, `there is no method ${method}`)
    const result = await call(given)
    return result ? reply(id, { result }) : fault(id, codes.params, `there is no tool ${String(given['name'])}`)
  }
}
