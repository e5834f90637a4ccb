import { createHash } from "node:crypto"

/** Processor time that the work below took at best on the computer that the budgets were measured on, in milliseconds. */
const referenceMs = 22

/** Work like that of the tests: objects, texts, sorting and a hash. */
const work = (): string => {
  const rows = Array.from({ length: 20_000 }, (_, n) => ({ n, name: `robot ${n}`, values: [n / 3, n * 7, String(n)] }))
  const text = JSON.stringify(rows)
  const read: typeof rows = JSON.parse(text)
  const byName = new Map(
    read.toSorted((a, b) => Number(b.values[0]) - Number(a.values[0])).map((row) => [row.name, row])
  )
  const sum = rows.reduce((total, { name }) => total + byName.get(name)!.n, 0)
  return createHash("sha256").update(`${text}${sum}`).digest("hex")
}

/** How many times slower this computer is now than the one of the budgets; 1 where it is quicker, 3 at most. */
export const measureSlowness = (): number => {
  let bestMs = Infinity
  for (let run = 0; run < 20; run++) {
    const before = process.cpuUsage()
    work()
    const { system, user } = process.cpuUsage(before)
    bestMs = Math.min(bestMs, (user + system) / 1000)
  }
  return Math.min(3, Math.max(1, bestMs / referenceMs))
}
