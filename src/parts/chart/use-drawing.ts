import { linesIn, maxLines, useChartDrawings, type DrawnLine } from '#src/stores/chart-drawings.ts'
import { newKey } from '#src/lib/new-key.ts'
import type { ChartHandle, ChartPoint, ChartStroke } from '#src/ui/chart-model.ts'
import type { PlacingKind } from '#src/ui/chart/placing.tsx'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartWords } from './chart-words.ts'
import { draggedTo, holdOf, lineFrom, partsOf, stepped, strokeOf, type Grid, type LinePart } from './drawn-lines.ts'

const parts: readonly LinePart[] = ['from', 'whole', 'to']
/** The id of a handle names its line and the part. */
const handleId = (line: string, part: LinePart) => `${line} ${part}`
const partIn = (id: string) => {
  const [line = '', named] = id.split(' ')
  return { line, part: parts.find((part) => part === named) ?? null }
}
const sketchId = 'sketch'

/** The lines drawn on the chart of a market: strokes, handles, what moves them, and the drawing of new ones. */
export function useDrawing(market: string, grid: Grid, words: ChartWords, isEditable: boolean) {
  const lines = useChartDrawings((held) => linesIn(held, market))
  const { put, drop } = useChartDrawings.getState()
  const [draft, setDraft] = useState<DrawnLine | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const [made, setMade] = useState<string | null>(null)
  const [placing, setPlacing] = useState<PlacingKind | null>(null)
  const [sketch, setSketch] = useState<DrawnLine | null>(null)
  const shown = useMemo(() => lines.map((line) => (line.id === draft?.id ? draft : line)), [lines, draft])
  const strokes = useMemo(
    () =>
      [...shown, ...(sketch === null ? [] : [sketch])]
        .map((line) => strokeOf(line, grid, line.id === chosen || line.id === sketchId))
        .filter((stroke): stroke is ChartStroke => stroke !== null),
    [shown, sketch, grid, chosen],
  )
  const handles = useHandles(isEditable ? shown : [], grid, words, chosen, made)
  const change = (id: string, make: (line: DrawnLine, part: LinePart, stored: DrawnLine) => DrawnLine) => {
    const { line: lineId, part } = partIn(id)
    const stored = lines.find((line) => line.id === lineId)
    if (stored === undefined || part === null) return
    setDraft(make(draft?.id === lineId ? draft : stored, part, stored))
  }
  const keep = () => {
    if (draft !== null) put(market, draft)
    setDraft(null)
  }
  const place = (points: readonly ChartPoint[]) => {
    const line = lineFrom(newKey(), points, grid)
    if (line === null) return
    put(market, line)
    setChosen(line.id)
    setMade(line.id)
    setPlacing(null)
    setSketch(null)
  }
  return {
    lines,
    strokes,
    handles,
    chosen,
    placing,
    isFull: lines.length >= maxLines,
    draw: setPlacing,
    sketch: (points: readonly ChartPoint[] | null) =>
      setSketch(points === null ? null : lineFrom(sketchId, points, grid)),
    place,
    leave: () => {
      setPlacing(null)
      setSketch(null)
    },
    owns: (id: string) => lines.some((line) => line.id === partIn(id).line),
    choose: (id: string | null) => {
      setMade(null)
      setChosen(id === null ? null : partIn(id).line)
    },
    // A drag is measured from where the line stood, a step from where it stands.
    drag: (id: string, point: ChartPoint) => change(id, (_, part, stored) => draggedTo(stored, part, point, grid)),
    step: (id: string, ticks: number, bars: number) =>
      change(id, (line, part) => stepped(line, part, ticks, bars, grid)),
    drop: keep,
    back: () => setDraft(null),
    remove: (id: string) => {
      setDraft(null)
      setChosen(null)
      drop(market, partIn(id).line)
    },
  }
}

function useHandles(
  lines: readonly DrawnLine[],
  grid: Grid,
  words: ChartWords,
  chosen: string | null,
  made: string | null,
): readonly ChartHandle[] {
  const { t } = useTranslation('trades')
  return useMemo(
    () =>
      lines.flatMap((line, at) =>
        // The keyboard comes to each line once, and to the ends of the one that it has chosen.
        partsOf(line).flatMap((part): ChartHandle[] => {
          if (part !== 'whole' && line.id !== chosen) return []
          const hold = holdOf(line, part, grid)
          if (hold === null) return []
          return [
            {
              ...hold,
              id: handleId(line.id, part),
              look: 'dot',
              isShown: line.id === chosen,
              text: '',
              tone: 'info',
              label: t(`lines.parts.${line.kind === 'horizontal' ? 'across' : part}`, { no: at + 1 }),
              valueText: words.price(hold.price),
              isNew: part === 'whole' && line.id === made,
            },
          ]
        }),
      ),
    [lines, grid, words, chosen, made, t],
  )
}
