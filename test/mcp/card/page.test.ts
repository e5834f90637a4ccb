import { assert, describe, it as plain, layer } from "@effect/vitest"
import { robotCardHtml } from "@fleet/server/mcp/card/robotCard.gen"
import { Effect } from "effect"
import { encode } from "gpt-tokenizer/encoding/o200k_base"
import { createHash } from "node:crypto"
import { connect, withoutMcpLimits } from "../../support/mcp.ts"
import { testApp } from "../../support/TestApp.ts"
import { ask, aWorld, officialClient } from "../world.ts"

const uri = "ui://robot-fleet-cloud/robot-card"
const mimeType = "text/html;profile=mcp-app"

const declaring = (mimeTypes: unknown) => ({
  _meta: {
    "io.modelcontextprotocol/clientCapabilities": { extensions: { "io.modelcontextprotocol/ui": { mimeTypes } } }
  }
})

describe("the page of the robot card", () => {
  plain("the page of the robot card has at most 40 KB", () => {
    const size = Buffer.byteLength(robotCardHtml)
    console.log(`the robot card has ${size} bytes`)
    assert.isAtMost(size, 40 * 1024)
  })

  plain("the page of the robot card runs its own script and style, and nothing else", () => {
    const policy = /http-equiv="content-security-policy" content="([^"]*)"/.exec(robotCardHtml)![1]!
    const hash = (tag: string) => {
      const text = new RegExp(`<${tag}[^>]*>([^]*?)</${tag}>`).exec(robotCardHtml)![1]!
      return `'sha256-${createHash("sha256").update(text).digest("base64")}'`
    }
    assert.deepStrictEqual(policy.split("; "), [
      "default-src 'none'",
      `script-src ${hash("script")}`,
      `style-src ${hash("style")}`,
      "img-src data:",
      "base-uri 'none'",
      "form-action 'none'"
    ])
    assert.isBelow(robotCardHtml.indexOf("content-security-policy"), robotCardHtml.indexOf("<script"))
    for (const word of ["//", "innerHTML", "eval(", "fetch(", "localStorage", "<link", "@import"]) {
      assert.notInclude(robotCardHtml.replace(policy, ""), word)
    }
  })
})

layer(testApp({ rateLimits: withoutMcpLimits }), { timeout: "120 seconds" })("the resource of the robot card", (it) => {
  it.effect("the resource of the robot card is listed and read, and there is no other", () =>
    Effect.gen(function* () {
      const { path, user } = yield* aWorld()
      const { access } = yield* connect(path, user.token, { scope: "robots:read" })
      const { body: listed } = yield* ask(path, access, "resources/list")
      assert.deepInclude(listed.result, { ttlMs: 0, cacheScope: "private" })
      assert.deepStrictEqual(
        listed.result.resources.map((each: any) => [each.uri, each.mimeType]),
        [[uri, mimeType]]
      )
      const read = (uri: string) => ask(path, access, "resources/read", { uri }, { "mcp-name": uri })
      const { body } = yield* read(uri)
      const [content] = body.result.contents
      assert.deepInclude(content, { uri, mimeType, text: robotCardHtml })
      assert.deepStrictEqual(content._meta.ui.csp, { connectDomains: [], resourceDomains: [] })
      for (const other of ["ui://robot-fleet-cloud/other", "file:///etc/passwd", "https://example.com/"]) {
        const missed = yield* read(other)
        assert.deepStrictEqual([missed.body.error.code, missed.body.error.data], [-32602, { uri: other }])
      }
      assert.strictEqual((yield* ask(path, undefined, "resources/read", { uri })).status, 401)
    })
  )

  it.effect("the resource of the robot card is named by two tools, to clients that show pages", () =>
    Effect.gen(function* () {
      const { endpoint, path, user } = yield* aWorld()
      const { access } = yield* connect(path, user.token)
      const naming = (tools: ReadonlyArray<any>): Array<string> =>
        tools.filter(({ _meta }) => _meta?.ui?.resourceUri === uri).map(({ name }) => name)
      for (const [params, names] of [
        [{}, []],
        [declaring(["text/html"]), []],
        [declaring("text/html;profile=mcp-app"), []],
        [declaring([mimeType]), ["describe_robot", "start_action"]]
      ] as const) {
        const { body } = yield* ask(path, access, "tools/list", params)
        assert.deepStrictEqual(naming(body.result.tools), [...names])
        assert.isBelow(encode(JSON.stringify(body.result.tools)).length, 4000)
      }
      const legacy = yield* officialClient(endpoint, access, "legacy")
      const { tools } = yield* Effect.promise(() => legacy.listTools())
      assert.deepStrictEqual(naming(tools), ["describe_robot", "start_action"])
      const { contents } = yield* Effect.promise(() => legacy.readResource({ uri }))
      assert.strictEqual((contents[0] as any).text, robotCardHtml)
    })
  )
})
