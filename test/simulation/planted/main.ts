import { spawnSync } from "node:child_process"
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { forSimulation } from "./forSimulation.ts"
import { forTests } from "./forTests.ts"
import type { Planted } from "./Planted.ts"

/** npm run sim:planted -- [id ...]: breaks a copy of the product, one break at a time, and says what finds each. */

const root = join(import.meta.dirname, "../../..")
const seeds = process.env["PLANTED_SEEDS"] ?? "60"

/** A copy of the product and its tests, whose packages are its own. */
const copy = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "fleet-planted-"))
  for (const name of ["packages", "test", "scripts", "package.json", "tsconfig.json"])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  const modules = join(folder, "node_modules")
  mkdirSync(join(modules, "@fleet"), { recursive: true })
  for (const name of readdirSync(join(root, "node_modules")))
    if (name !== "@fleet") symlinkSync(join(root, "node_modules", name), join(modules, name))
  for (const name of readdirSync(join(root, "node_modules/@fleet"))) {
    const target = basename(realpathSync(join(root, "node_modules/@fleet", name)))
    symlinkSync(join(folder, "packages", target), join(modules, "@fleet", name))
  }
  return folder
}

const run = (folder: string, args: ReadonlyArray<string>) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" })
  return { found: status !== 0, output: `${stdout}${stderr}` }
}

const findBySeeds = (folder: string): string | null => {
  if (seeds === "0") return null
  const { found, output } = run(folder, ["test/simulation/main.ts", "--seeds", seeds, "--stop"])
  const [, seed, rule] = /seed (0x[0-9a-f]+) breaks a rule:\n\s*(.*)/.exec(output) ?? []
  if (seed !== undefined) return `seed ${seed}: ${rule}`
  return found ? output.slice(-300) : null
}

const findByTests = (folder: string, tests: ReadonlyArray<string>): string | null => {
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "test/vitest.config.ts", "--bail", "1"]
  const { found, output } = run(folder, [...vitest, ...tests])
  return found ? (/FAIL\s+(.*)/.exec(output)?.[1] ?? output.slice(-300)) : null
}

const find = (folder: string, { foundBy, otherwise = [] }: Planted): string => {
  const seed = foundBy === "simulation" ? findBySeeds(folder) : null
  if (seed !== null) return seed
  const tests = foundBy === "simulation" ? otherwise : foundBy
  const none = foundBy === "simulation" ? `NOT FOUND in ${seeds} seeds` : "NOT FOUND"
  return tests.length === 0 ? none : (findByTests(folder, tests) ?? `${none} nor by tests`)
}

const wanted = process.argv.slice(2)
const folder = copy()
for (const one of [...forSimulation, ...forTests]) {
  if (wanted.length > 0 && !wanted.includes(one.id)) continue
  const path = join(folder, one.file)
  const whole = readFileSync(path, "utf8")
  const gone = one.replace.find(([from]) => !whole.includes(from))
  if (gone === undefined) {
    writeFileSync(
      path,
      one.replace.reduce((text, [from, to]) => text.replace(from, () => to), whole)
    )
    console.log(`${one.id}\t${one.what}\t${find(folder, one)}`)
    writeFileSync(path, whole)
  } else console.log(`${one.id}\t${one.what}\tCANNOT BE PLANTED: ${one.file} has changed`)
}
rmSync(folder, { recursive: true, force: true })
