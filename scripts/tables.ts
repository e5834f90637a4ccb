import { metricsTable } from "@fleet/server/platform/telemetry/metricsTable"
import { settingsTable } from "@fleet/server/platform/settings/Settings"
import { rateLimitTable } from "@fleet/server/platform/settings/RateWindows"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"

const cell = (text: string) => text.replaceAll("|", "\\|")

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`).join("\n")

/** The tables that are made from the code, by the name between their marks. */
const parts: { readonly [name: string]: string } = {
  settings: table(
    ["Variable", "What it is", "Value", "Without it"],
    settingsTable.map(({ fallback, meaning, name, type }) => [
      name.replaceAll(/[A-Z][A-Z0-9_]+/g, "`$&`"),
      meaning,
      type,
      fallback
    ])
  ),
  limits: table(
    ["Bucket", "Calls", "Within a", "Counted by"],
    rateLimitTable.map(({ countedBy, limit, name, within }) => [`\`${name}\``, String(limit), within, countedBy])
  ),
  metrics: table(
    ["Metric", "What it says"],
    metricsTable.map(({ meaning, name }) => [`\`${name}\``, meaning])
  )
}

/** Where the tables are, from the root of the repository. */
export const tablesFile = "docs/settings.md"

/** A document with its tables renewed. Fails where one of them has no place. */
export const renewed = (document: string): string =>
  Object.entries(parts).reduce((text, [name, part]) => {
    const place = new RegExp(`(<!-- generated: ${name} -->\\n)[^]*?(\\n<!-- end -->)`)
    if (!place.test(text)) throw new Error(`${tablesFile} has no place for its ${name}.`)
    return text.replace(place, (_, start: string, end: string) => `${start}\n${part}\n${end}`)
  }, document)

if (import.meta.main) {
  const file = join(import.meta.dirname, "..", tablesFile)
  await writeFile(file, renewed(await readFile(file, "utf8")))
}
