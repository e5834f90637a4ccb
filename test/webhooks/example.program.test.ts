import { assert, it } from "@effect/vitest"
import { signedHeaders } from "@fleet/server/webhooks/signing"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { freePort } from "@fleet/server/platform/settings/freePort"
import { until } from "../e2e/support/until.ts"
import { startCommand } from "../support/Child.ts"
import { temporaryFolder } from "../support/Temporary.ts"

const root = join(import.meta.dirname, "../..")
const guide = readFileSync(join(root, "docs/webhooks.md"), "utf8")
const [byLibrary, byHand] = Array.from(guide.matchAll(/```js\n([^]*?)```/g), ([, source]) => source!)
const examples = { "the guide's receiver with a library": byLibrary!, "the guide's receiver without one": byHand! }
const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`
const other = `whsec_${Buffer.alloc(32, 8).toString("base64")}`

for (const [receiver, source] of Object.entries(examples)) {
  it.live(
    `${receiver} takes messages that are signed with its secret now, beside another's too, and no others`,
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const file = join(folder, "hooks.mjs")
        yield* Effect.promise(async () => {
          await symlink(join(root, "node_modules"), join(folder, "node_modules"))
          await writeFile(file, source)
        })
        const port = yield* freePort("127.0.0.1")
        const child = yield* startCommand(process.execPath, [file], {
          env: { PATH: process.env.PATH, WEBHOOK_SECRET: secret, PORT: String(port) }
        })
        const now = Math.floor(Date.now() / 1000)
        const body = `{"type":"ping"}`
        const send = (secrets: ReadonlyArray<string>, { seconds = now, sent = body } = {}) =>
          Effect.promise(() =>
            fetch(`http://127.0.0.1:${port}/`, {
              method: "POST",
              body: sent,
              headers: signedHeaders({ id: "msg", body, seconds }, secrets)
            }).then(
              ({ status }) => status,
              () => null
            )
          )
        yield* until(
          "its answer",
          Effect.map(send([secret]), (status) => (status === null ? null : { status })),
          60
        )
        assert.strictEqual(yield* send([secret]), 204)
        assert.strictEqual(yield* send([other, secret]), 204)
        assert.strictEqual(yield* send([other]), 401)
        assert.strictEqual(yield* send([]), 401)
        assert.strictEqual(yield* send([secret], { seconds: now - 600 }), 401)
        assert.strictEqual(yield* send([secret], { sent: `{"type":"pong"}` }), 401)
        assert.include(child.output(), "ping")
        assert.notInclude(child.output(), "pong")
      }),
    120_000
  )
}
