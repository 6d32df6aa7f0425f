import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { allCharts } from '#scripts/machines/charts.ts'
import { machineDocs } from '#scripts/machines/docs.ts'
import { machines } from '#scripts/machines/list.ts'
import { svgOf } from '#scripts/machines/svg.ts'
import { botsOpenapi } from '#scripts/wire/bots.ts'
import { errorCatalogue, errorsJson } from '#scripts/wire/errors.ts'
import { print, wireDocs } from '#scripts/wire/wire-docs.ts'
import { textOf } from '#tests/support/files.ts'
import { lawsPage } from '#scripts/rules.ts'
import { renderErrors } from './errors-page.ts'
import { llmsText } from './llms.ts'
import { renderDocs } from './page.ts'

/** Every document that is made from the code: its text by its name below the folder. */
export const docFiles = async (): Promise<Readonly<Record<string, string>>> => {
  const charts = await allCharts()
  const wire = wireDocs()
  const pictures = Object.entries(machines).flatMap(([name, { id }]) => {
    const chart = charts[id]
    return chart === undefined ? [] : [[`machines/${name}.svg`, svgOf(chart)] as const]
  })
  return {
    ...wire,
    'index.html': renderDocs(JSON.parse(wire['openapi.json'] ?? ''), JSON.parse(wire['asyncapi.json'] ?? '')),
    'openapi.bots.json': JSON.stringify(botsOpenapi()),
    'errors.json': print(errorsJson()),
    'errors.html': renderErrors(errorCatalogue()),
    'llms.txt': llmsText(),
    'docs.css': textOf('scripts/docs/docs.css'),
    'docs.js': textOf('scripts/docs/docs.js'),
    'machines.md': machineDocs(charts),
    'laws.md': lawsPage(),
    ...Object.fromEntries(pictures),
  }
}

export const writeDocs = async (folder: string, files = docFiles()) => {
  for (const [name, text] of Object.entries(await files)) {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}
