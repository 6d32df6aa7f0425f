import type { Plugin } from 'vite'

/** What the inspector shows of the code, made while the client is built: the charts, and the sentence of a component. */
const makers: Readonly<Record<string, () => Promise<unknown>>> = {
  'virtual:charts': async () => (await import('#scripts/machines/charts.ts')).allCharts(),
  'virtual:components': async () => (await import('#scripts/gallery/components.ts')).componentTexts(),
}
const texts = new Map<string, Promise<string>>()
const textOf = (id: string, make: () => Promise<unknown>) => {
  const known = texts.get(id) ?? make().then((made) => JSON.stringify(JSON.stringify(made)))
  texts.set(id, known)
  return known
}

const literal = String.raw`(?:'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")`
const sentence = new RegExp(String.raw`\b(?:description|about):\s*${literal}(?:\s*\+\s*${literal})*,\s*`, 'g')
/** The contract without what it says of its calls to the readers of the documents. */
export const withoutSentences = (code: string) => code.replace(sentence, '')
export const terseContract: Plugin = {
  name: 'terse-contract',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) => (/[\\/]contract[\\/](?:\w+[\\/])?[\w-]+\.ts$/.test(id) ? withoutSentences(code) : null),
}

export const made: Plugin = {
  name: 'made',
  resolveId: (id) => (id in makers ? `\0${id}` : null),
  load: async (id) => {
    const make = makers[id.slice(1)]
    return id.startsWith('\0') && make !== undefined ? `export default JSON.parse(${await textOf(id, make)})` : null
  },
}
