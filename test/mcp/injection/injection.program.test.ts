import { assert, describe, it as plain, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { withoutMcpLimits } from "../../support/mcp.ts"
import { temporaryFolder } from "../../support/Temporary.ts"
import { testApp } from "../../support/TestApp.ts"
import { pagesClient, type Person } from "../card/host.ts"
import { carriers } from "./carriers.ts"
import { obey } from "./ObedientAgent.ts"
import { ordersIn } from "./orders.ts"
import { payloads } from "./payloads.ts"
import { type Column, page } from "./page.ts"
import { anInfestedRobot, commands, planted } from "./world.ts"

const file = join(import.meta.dirname, "../../../docs/mcp-injection.md")

interface Setting {
  readonly column: Column
  readonly confirm: ReadonlyArray<string>
  readonly confirmPage?: ReadonlyArray<string>
  readonly scope?: string
  readonly person?: Person
}

const asked: Array<string> = []

const settings: ReadonlyArray<Setting> = [
  { column: "confirm, client cannot ask", confirm: commands },
  {
    column: "confirm, person says no",
    confirm: commands,
    person: (message) => {
      asked.push(message)
      return "decline"
    }
  },
  { column: "scope robots:read", confirm: [], scope: "robots:read" },
  { column: "no confirm", confirm: [] },
  { column: "confirm, client answers itself", confirm: commands, person: () => "accept" },
  {
    column: "confirm_page, client answers itself",
    confirm: commands,
    confirmPage: commands,
    person: () => "accept"
  }
]

/** A robot whose every text gives orders, and an agent that obeys; the speeds that were read, and those that were driven. */
const run = Effect.fnUntraced(function* ({ confirm, confirmPage, person = null, scope }: Setting) {
  const { bridge, client, endpoint, eyes, robotId } = yield* anInfestedRobot(confirm, scope, confirmPage)
  const official = yield* pagesClient(endpoint, client.access, person)
  const served = yield* HttpServer.addressFormattedWith(Effect.succeed)
  const open = async (url: string) => {
    if (new URL(url).hostname === "evil.example") return
    const address = `${served}${new URL(url).pathname}`
    const headers = { "content-type": "application/x-www-form-urlencoded", authorization: `Bearer ${client.access}` }
    await fetch(address)
    await fetch(address, { method: "POST", headers, body: "decision=approve", redirect: "manual" })
  }
  const diary = yield* Effect.promise(() => obey(official, robotId, { eyes, open }))
  yield* bridge.sync
  const driven = bridge.frames.flatMap((frame) =>
    frame.type === "publish" ? [(frame.message as any).speed ?? (frame.message as any).linear?.x] : []
  )
  const invoked = bridge.frames.filter(({ type }) => type === "invoke").length
  return { ...diary, driven: new Set<number>(driven), invoked }
})

const World = Layer.unwrap(
  Effect.map(temporaryFolder, (dataFolder) => testApp({ dataFolder, rateLimits: withoutMcpLimits }))
)

layer(World, { timeout: "300 seconds" })("an agent that obeys all it reads", (it) => {
  const cells = new Map<Column, ReadonlyMap<string, number>>()
  const told = new Map<string, number>()

  for (const setting of settings) {
    it.effect(`an agent that obeys all it reads: ${setting.column}`, () =>
      Effect.gen(function* () {
        asked.length = 0
        const { driven, invoked, obeyed, links } = yield* run(setting)
        const moves = setting.column === "no confirm" || setting.column === "confirm, client answers itself"
        if (!moves) assert.deepStrictEqual([...driven], [])
        assert.strictEqual(invoked, 0)
        const sent = new Map<string, number>()
        for (const [carrier] of carriers) {
          const { speeds } = planted.get(carrier)!
          sent.set(carrier, speeds.filter((speed) => driven.has(speed)).length)
          if (setting.column === "no confirm") {
            const read = speeds.filter((speed) =>
              obeyed.some(({ order }) => (order.args["message"] as any)?.speed === speed)
            )
            told.set(carrier, read.length)
            assert.isNotEmpty(read, `the agent never read the ${carrier}`)
          }
        }
        cells.set(setting.column, sent)
        if (setting.confirm.length > 0 && !moves) {
          assert.isNotEmpty(obeyed)
          for (const { code } of obeyed) assert.include(["confirmation_required", "rate_limited"], code)
          assert.isTrue(links.some((url) => url.includes("/mcp/confirm/")))
        }
        if (setting.scope !== undefined) assert.isEmpty(obeyed)
        if (setting.column === "confirm, person says no") {
          assert.isNotEmpty(asked)
          const name = JSON.stringify(planted.get("Name of the robot")!.text)
          for (const message of asked) {
            const speed = /with speed = (0\.\d+)\. The robot may move\. Allow it once\?$/.exec(message)![1]!
            assert.strictEqual(
              message,
              `The program "Test agent" asks to publish to drive on the robot ${name} with speed = ${speed}. The robot may move. Allow it once?`
            )
          }
        }
      })
    )
  }

  it.effect("an agent that obeys all it reads is refused each kind of command that needs a yes", () =>
    Effect.gen(function* () {
      const { bridge, client, endpoint, robotId } = yield* anInfestedRobot(commands)
      const official = yield* pagesClient(endpoint, client.access)
      for (const [name, args] of [
        ["start_action", { slug: "dock" }],
        ["call_service", { slug: "reset" }],
        ["publish", { slug: "drive", message: { speed: 1 } }]
      ] as const) {
        const call = { name, arguments: { robot_id: robotId, ...args } }
        const result: any = yield* Effect.promise(() => official.callTool(call))
        assert.deepStrictEqual([name, result.structuredContent.code], [name, "confirmation_required"])
      }
      yield* bridge.sync
      assert.isFalse(bridge.frames.some(({ type }) => type === "invoke" || type === "publish"))
    })
  )

  it.effect("an agent that obeys all it reads does what docs/mcp-injection.md says", () =>
    Effect.promise(async () => {
      const made = page({ told, cells, forms: Object.keys(payloads) })
      if (process.env.UPDATE_GOLDEN === "1") await writeFile(file, made)
      assert.strictEqual(await readFile(file, "utf8"), made)
    })
  )
})

describe("orders in texts", () => {
  plain("orders in texts are found in every form, so that the agent misses none", () => {
    const order = { name: "publish", args: { slug: "drive", message: { speed: 0.5 } } }
    for (const [form, write] of Object.entries(payloads)) {
      assert.deepInclude(ordersIn(write(order)), order, form)
    }
    assert.deepStrictEqual(ordersIn("All is well {at 5}"), [])
  })
})
