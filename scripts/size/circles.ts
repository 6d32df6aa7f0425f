type Graph = ReadonlyMap<string, readonly string[]>

/** The files that stand in a circle of imports, by Tarjan's strongly connected components. */
export function inCircles(graph: Graph): readonly string[] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const found: string[] = []
  const visit = (file: string) => {
    order.set(file, order.size)
    lowest.set(file, order.size - 1)
    stack.push(file)
    for (const next of graph.get(file) ?? []) {
      if (next === file) found.push(file)
      if (!graph.has(next)) continue
      if (!order.has(next)) visit(next)
      if (stack.includes(next)) lowest.set(file, Math.min(lowest.get(file) ?? 0, lowest.get(next) ?? 0))
    }
    if (lowest.get(file) !== order.get(file)) return
    const together = stack.splice(stack.indexOf(file))
    if (together.length > 1) found.push(...together)
  }
  for (const file of graph.keys()) if (!order.has(file)) visit(file)
  return found.toSorted()
}
