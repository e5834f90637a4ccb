export const median = (values: ReadonlyArray<number>): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The value that this share (0 to 1) of all values does not exceed; `sorted` ascends. */
export const quantile = (sorted: Float64Array | ReadonlyArray<number>, share: number): number =>
  sorted.length === 0 ? Number.NaN : sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!

/** Median and 99th percentile. */
export const latencies = (values: ReadonlyArray<number>) => {
  const sorted = Float64Array.from(values).sort()
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) }
}

/** How much y rises where x rises by one, by least squares; NaN for fewer than two points. */
export const slope = (points: ReadonlyArray<readonly [x: number, y: number]>): number => {
  if (points.length < 2) return Number.NaN
  const mean = (pick: 0 | 1) => points.reduce((sum, point) => sum + point[pick], 0) / points.length
  const [meanX, meanY] = [mean(0), mean(1)]
  const [over, under] = points.reduce(
    ([over, under], [x, y]) => [over + (x - meanX) * (y - meanY), under + (x - meanX) ** 2] as const,
    [0, 0] as const
  )
  return over / under
}
