/** Hours and days are those of UTC. Times are milliseconds since 1970. */
export const hourMs = 3_600_000
export const dayMs = 86_400_000

export const hourOf = (timestampMs: number) => Math.floor(timestampMs / hourMs)
export const dayOf = (timestampMs: number) => Math.floor(timestampMs / dayMs)

/** The first day on which no sample of a day is needed any more. */
export const dropDayOf = (day: number, keepDays: number) => day + keepDays + 1
