import { answer, type Call, type Fate } from '#tests/support/proxy-http.ts'

/** What a browser without a log of its own complains of, told by the page itself. */
export type Ear = {
  readonly heard: readonly string[]
  /** What becomes of a call between the browser and the venue; null if it is no matter of the ear. */
  readonly judge: (call: Call) => Fate | null
}

const tellPath = '/engine-heard'
/** The first script of the document; what is put before it runs before all others. */
const firstScriptOf = async (url: string) => /<script src="([^"]+)"/.exec(await (await fetch(url)).text())?.[1] ?? ''

/**
 * Runs in the page: uncaught errors, rejections, broken policies and console errors are posted to where the page came
 * from.
 */
const listen = (path: string) => {
  const tell = (line: string) => void navigator.sendBeacon(path, line)
  const textOf = (said: unknown) => (said instanceof Error ? `${said.message} ${said.stack ?? ''}` : String(said))
  addEventListener('error', (event) => tell(`error: ${event.message} ${event.filename}`))
  addEventListener('unhandledrejection', (event) => tell(`error: ${textOf(event.reason)}`))
  addEventListener('securitypolicyviolation', (event) =>
    tell(`policy: ${event.effectiveDirective} ${event.blockedURI}`),
  )
  const log = console.error
  console.error = (...words: readonly unknown[]) => {
    tell(`console: ${words.map(textOf).join(' ')}`)
    log.apply(console, [...words])
  }
}

/** An ear for the app at `url`. */
export const createEar = async (url: string): Promise<Ear> => {
  const firstScript = await firstScriptOf(url)
  const script = await (await fetch(new URL(firstScript, url))).text()
  const heard: string[] = []
  return {
    heard,
    judge: ({ path, body }) => {
      if (path === firstScript)
        return {
          instead: answer(200, `(${String(listen)})('${tellPath}')\n${script}`, { 'content-type': 'text/javascript' }),
        }
      if (path !== tellPath) return null
      heard.push(body)
      return { instead: answer(204) }
    },
  }
}
