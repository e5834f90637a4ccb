import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { copyFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { temporaryFolder } from "../support/Temporary.ts"

const root = join(import.meta.dirname, "../..")
const inRoot = (path: string) => join(root, path)

/** What a reader has at hand: what a person typed, what a mail brought, and ways to ask and to show. */
const atHand = `declare const email: string, password: string, code: string, token: string
declare const newPassword: string, currentPassword: string
declare const robotId: string
declare const ask: () => Promise<string>, show: (...shown: ReadonlyArray<string>) => void
`

const readme = readFileSync(inRoot("packages/client-sdk/README.md"), "utf8")

const blocks = (language: string): ReadonlyArray<string> =>
  [...readme.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, "g"))].map(([, source]) => source!)

const examples = blocks("ts")
/** Components, each a file of its own. */
const ofReact = blocks("tsx")

/** Those of the Effect interface begin anew; the others go on from one to the next. */
const ofEffect = examples.filter((source) => source.includes("@fleet/sdk/effect"))
/** Those with a generated file beside them, and of Vite. */
const alone = examples.filter((source) => source.includes("./rover.ts") || source.includes("@fleet/sdk/vite"))
const ofPromises = examples.filter((source) => !ofEffect.includes(source) && !alone.includes(source))

const client = `declare const fleet: import("@fleet/sdk").FleetClient\n`

const configuration = {
  extends: inRoot("tsconfig.json"),
  compilerOptions: {
    paths: {
      "@fleet/sdk": [inRoot("packages/client-sdk/src/index.ts")],
      "@fleet/sdk/vite": [inRoot("packages/client-sdk/src/vite.ts")],
      "@fleet/sdk/react": [inRoot("packages/client-sdk/src/react/index.ts")],
      "@fleet/sdk/react-query": [inRoot("packages/client-sdk/src/react-query/index.ts")],
      react: [inRoot("node_modules/@types/react/index.d.ts")],
      "react/jsx-runtime": [inRoot("node_modules/@types/react/jsx-runtime.d.ts")],
      "react-dom/client": [inRoot("node_modules/@types/react-dom/client.d.ts")],
      "@tanstack/react-query": [inRoot("node_modules/@tanstack/react-query/build/modern/index.d.ts")],
      "@fleet/sdk/effect": [inRoot("packages/client-sdk/src/effect/index.ts")],
      effect: [inRoot("node_modules/effect/dist/index.d.ts")]
    },
    typeRoots: [inRoot("node_modules/@types")],
    noUnusedLocals: false,
    plugins: []
  },
  include: ["*.ts", "*.tsx"]
}

it.effect(
  "the examples of the SDK are programs that compile",
  () =>
    Effect.gen(function* () {
      assert.isAtLeast(ofPromises.length, 4)
      assert.isAtLeast(ofEffect.length, 1)
      assert.lengthOf(alone, 2)
      assert.lengthOf(ofReact, 2)
      const folder = yield* temporaryFolder
      yield* Effect.promise(async () => {
        await writeFile(join(folder, "package.json"), `{"type":"module"}`)
        await writeFile(join(folder, "tsconfig.json"), JSON.stringify(configuration))
        await writeFile(join(folder, "promises.ts"), [atHand, ...ofPromises].join("\n"))
        await copyFile(inRoot("test/sdk/codegen/rover.golden.txt"), join(folder, "rover.ts"))
        for (const [index, source] of alone.entries()) {
          await writeFile(join(folder, `alone${index}.ts`), `${client}${source}`)
        }
        for (const [index, source] of ofReact.entries()) {
          await writeFile(join(folder, `react${index}.tsx`), `${atHand}${source}`)
        }
        for (const [index, source] of ofEffect.entries()) {
          await writeFile(join(folder, `effect${index}.ts`), `${atHand}${source}`)
        }
      })
      const said = yield* Effect.promise(
        () =>
          new Promise<string>((resolve) =>
            execFile(inRoot("node_modules/.bin/tsc"), ["-p", folder], (error, output) =>
              resolve(error === null ? "" : output || error.message)
            )
          )
      )
      assert.strictEqual(said, "")
    }),
  600_000
)
