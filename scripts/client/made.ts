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

export const made: Plugin = {
  name: 'made',
  resolveId: (id) => (id in makers ? `\0${id}` : null),
  load: async (id) => {
    const make = makers[id.slice(1)]
    return id.startsWith('\0') && make !== undefined ? `export default JSON.parse(${await textOf(id, make)})` : null
  },
}
