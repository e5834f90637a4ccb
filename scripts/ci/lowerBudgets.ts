// npm run budgets: lowers test/budgets.json to what the files took in the runs of npm run test:all on this computer.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { lowered, readBudgets, type Time } from "./budgets.ts"

const root = join(import.meta.dirname, "../..")
const kept: Record<string, Time> = JSON.parse(readFileSync(join(root, "node_modules/.cache/test-times.json"), "utf8"))
const before = readBudgets(root)
const after = lowered(before, Object.values(kept))
writeFileSync(join(root, "test/budgets.json"), `${JSON.stringify(after, null, 2)}\n`)
const total = (budgets: Readonly<Record<string, number>>) => Object.values(budgets).reduce((sum, each) => sum + each, 0)
console.log(`${Object.keys(after).length} budgets, ${total(before)} s before and ${total(after)} s now.`)
