// npm run mutate [-- <module or folder>... --out <folder> --concurrency <n> --fresh]: breaks the pure modules in small
// ways, one at a time, and counts which breaks their tests notice.
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { chosen } from "./mutate/modules.ts"
import { mutate } from "./mutate/stryker.ts"
import { failure, floor, type Result, resultOf, table } from "./mutate/results.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: "string", default: "mutation-results" },
    concurrency: { type: "string", default: "1" },
    fresh: { type: "boolean", default: false }
  }
})

mkdirSync(values.out, { recursive: true })
const write = (name: string, content: unknown) =>
  writeFileSync(join(values.out, name), `${JSON.stringify(content, null, 2)}\n`)

const results: Array<Result> = []
for (const module of chosen(positionals)) {
  const file = `${module.name.replaceAll("/", "-")}.json`
  const start = performance.now()
  const seconds = () => (performance.now() - start) / 1000
  const result = await mutate(module, {
    concurrency: Number(values.concurrency),
    fresh: values.fresh,
    incrementalFile: join(values.out, "incremental", file)
  }).then(
    (mutants) => resultOf(module, mutants, seconds()),
    (error: unknown) => {
      console.error(`${module.name} cannot be judged: ${String(error)}`)
      return failure(module, seconds())
    }
  )
  results.push(result)
  write(file, result)
  console.log(table([result]).at(-1))
}

write("results.json", results)
console.log(`\n${table(results).join("\n")}`)
const low = results.filter(({ score }) => score !== null && score < floor)
if (low.length > 0) {
  console.error(`\nUnder ${floor} %: ${low.map(({ name }) => name).join(", ")}`)
  process.exitCode = 1
}
