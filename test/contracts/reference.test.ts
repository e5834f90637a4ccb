import { afterAll, assert, describe, it } from "@effect/vitest"
import { Api } from "@fleet/domain/api/Api"
import { ApiErrors } from "@fleet/domain/Errors"
import { ClientMessage } from "@fleet/domain/realtime/ClientMessages"
import { DocsHttp } from "@fleet/server/platform/pages/reference/DocsHttp"
import { UnknownPathHttp } from "@fleet/server/platform/pages/UnknownPathHttp"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Layer } from "effect"
import { HttpRouter } from "effect/http"
import { HttpApi } from "effect/http-api"

const served = Layer.merge(DocsHttp, UnknownPathHttp).pipe(
  Layer.provide(Settings.layerTest({ baseUrl: "https://fleet.example:8443" }))
)
const { dispose, handler } = HttpRouter.toWebHandler(served, { disableLogger: true })
const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  handler(new Request(`http://service.test${path}`, { headers }))
afterAll(dispose)

describe("the served documents", () => {
  it.each(["/openapi.json", "/asyncapi/realtime.json", "/asyncapi/media.json", "/asyncapi/bridge.json"])(
    "%s is JSON",
    async (path) => {
      const answer = await get(path)
      assert.strictEqual(answer.status, 200)
      assert.match(answer.headers.get("content-type") ?? "", /^application\/json/)
      assert.isObject(await answer.json())
    }
  )

  it("the served documents name the address of this service", async () => {
    const { servers } = (await (await get("/openapi.json")).json()) as { servers: ReadonlyArray<{ url: string }> }
    assert.deepStrictEqual(
      servers.map(({ url }) => url),
      ["https://fleet.example:8443"]
    )
    for (const path of ["/asyncapi/realtime.json", "/asyncapi/media.json", "/asyncapi/bridge.json"]) {
      const { servers } = (await (await get(path)).json()) as { servers: { service: Record<string, string> } }
      assert.deepInclude(servers.service, { host: "fleet.example:8443", protocol: "wss" })
    }
  })
})

describe("an unknown path", () => {
  const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" }

  it("an unknown path is a page for browsers, in their language, and / says what is here", async () => {
    const unknown = await get("/robots/7", browser)
    assert.deepStrictEqual([unknown.status, unknown.headers.get("content-type")], [404, "text/html; charset=utf-8"])
    const text = await unknown.text()
    for (const part of ["There is no page here", 'href="/docs"', 'href="/robots/7?lang=de"']) assert.include(text, part)
    const german = await get("/robots/7", { ...browser, "accept-language": "de" })
    assert.include(await german.text(), "Hier ist keine Seite")
    const start = await get("/", browser)
    assert.strictEqual(start.status, 200)
    assert.include(await start.text(), "This is the address of the service")
  })

  it("an unknown path is not_found for every other client, and below what is reserved for browsers too", async () => {
    const paths = ["/api/nothing", "/app", "/mcp/x", "/docs/x", "/.well-known/x", "/media/x", "/assets/x", "/metrics/x"]
    for (const [path, headers] of [
      ["/", {}],
      ["/robots/7", { accept: "application/json" }],
      ...paths.map((path) => [path, browser] as const)
    ] as const) {
      const answer = await get(path, headers)
      assert.strictEqual(answer.status, 404, path)
      assert.deepInclude(await answer.json(), { code: "not_found" }, path)
    }
    assert.strictEqual((await get("/apiary", browser)).headers.get("content-type"), "text/html; charset=utf-8")
  })
})

describe("the reference page", async () => {
  const answer = await get("/docs")
  const page = await answer.text()
  const ids = [...page.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id!)

  it("the reference page works without a script, without the network, and under a policy that allows neither", async () => {
    const policy = answer.headers.get("content-security-policy") ?? ""
    assert.include(policy, "default-src 'none'")
    assert.notInclude(policy, "unsafe")
    assert.notMatch(page, /<script|<style|\sstyle=|\son\w+=/)
    const loaded = [...page.matchAll(/<(?:link|img|iframe)[^>]*(?:href|src)="([^"]+)"/g)].map(([, url]) => url)
    assert.deepStrictEqual(loaded, ["/docs/reference.css"])
    const style = await get("/docs/reference.css")
    assert.match(style.headers.get("content-type") ?? "", /^text\/css/)
    assert.notMatch(await style.text(), /url\(|@import/)
  })

  it("the reference page shows every route, every refusal and every message", () => {
    HttpApi.reflect(Api, {
      onGroup: () => {},
      onEndpoint: ({ group, endpoint }) => assert.include(ids, `${group.identifier}.${endpoint.identifier}`)
    })
    for (const error of ApiErrors) assert.include(ids, `error-${error.identifier}`)
    for (const { fields } of ClientMessage.members) assert.include(ids, `realtime-${fields.type.schema.literal}`)
  })

  it("the reference page has ids that are unique and links that lead somewhere", () => {
    assert.strictEqual(new Set(ids).size, ids.length)
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id!)
    assert.deepStrictEqual(
      targets.filter((target) => !ids.includes(target)),
      []
    )
  })

  it("the reference page names its language, its parts and its tables for those who do not see them", () => {
    assert.match(page, /<html lang="en">/)
    assert.match(page, /<nav aria-label="Contents">/)
    assert.lengthOf(page.match(/<h1/g) ?? [], 1)
    assert.lengthOf(page.match(/<caption/g) ?? [], (page.match(/<table/g) ?? []).length)
  })
})
