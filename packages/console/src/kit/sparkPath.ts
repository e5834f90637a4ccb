export const sparkWidth = 56
export const sparkHeight = 16

/**
 * Values as a line, the newest at the end. The scale is the same for all of them and begins at 0: one that follows each line
 * makes all of them look restless. Nothing is drawn across what was not measured.
 */
export const sparkPath = (values: ReadonlyArray<number | null>, top: number): string => {
  const step = sparkWidth / Math.max(1, values.length - 1)
  let path = ""
  let isDown = false
  for (const [index, value] of values.entries()) {
    if (value === null) {
      isDown = false
      continue
    }
    const x = (index * step).toFixed(1)
    const y = (sparkHeight - 1 - Math.min(1, Math.max(0, value / top)) * (sparkHeight - 2)).toFixed(1)
    const isAlone = !isDown && (values[index + 1] ?? null) === null
    path += isDown ? `L${x} ${y}` : `M${x} ${y}${isAlone ? "h.1" : ""}`
    isDown = true
  }
  return path
}
