import { afterAll, assert, describe, it } from "@effect/vitest"
import { Api } from "@fleet/domain/api/Api"
import { ApiErrors } from "@fleet/domain/Errors"
import { ClientMessage } from "@fleet/domain/realtime/ClientMessages"
import { ConsoleFiles } from "@fleet/server/console/ConsoleFiles"
import { ConsoleHttp } from "@fleet/server/console/ConsoleHttp"
import { DocsHttp } from "@fleet/server/platform/pages/reference/DocsHttp"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Layer } from "effect"
import { HttpRouter } from "effect/http"
import { HttpApi } from "effect/http-api"

const served = Layer.merge(DocsHttp, ConsoleHttp).pipe(
  Layer.provide(ConsoleFiles.layer),
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

describe("the reference", async () => {
  const index = await get("/docs")
  const first = await index.text()
  const paths = [...new Set([...first.matchAll(/<h2[^>]*><a href="([^"]+)"/g)].map(([, path]) => path!))]
  const texts = new Map<string, string>([["/docs", first]])
  for (const path of paths) texts.set(path, await (await get(path)).text())
  const idsOf = (text: string) => [...text.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id!)
  const ids = new Set([...texts].filter(([path]) => path !== "/docs").flatMap(([, text]) => idsOf(text)))

  it("the reference works without the network, and under a policy that allows nothing but its own files", async () => {
    const policy = index.headers.get("content-security-policy") ?? ""
    assert.include(policy, "default-src 'none'")
    assert.notInclude(policy, "unsafe")
    for (const [path, text] of texts) {
      assert.notMatch(
        text,
        /<script(?! type="module" src="\/docs\/search\.js"><\/script>)|<style|\sstyle=|\son\w+=/,
        path
      )
      const loaded = [...text.matchAll(/<(?:link|img|iframe)[^>]*(?:href|src)="([^"]+)"/g)].map(([, url]) => url)
      assert.deepStrictEqual(loaded, ["/docs/reference.css"], path)
    }
    const style = await get("/docs/reference.css")
    assert.match(style.headers.get("content-type") ?? "", /^text\/css/)
    assert.notMatch(await style.text(), /url\((?!"\/pages\/)|@import/)
    const script = await get("/docs/search.js")
    assert.match(script.headers.get("content-type") ?? "", /^text\/javascript/)
  })

  it("the reference is in pages of less than 300 kB, robots first, with sockets, records and errors", () => {
    assert.strictEqual(paths[0], "/docs/robots")
    assert.includeMembers(paths, ["/docs/realtime", "/docs/media", "/docs/bridge", "/docs/records", "/docs/errors"])
    for (const [path, text] of texts) assert.isBelow(Buffer.byteLength(text), 300_000, path)
  })

  it("the reference shows every route, every refusal and every message, and its first page leads to each", () => {
    const entries = new Set(idsOf(first))
    const shown = (id: string) => {
      assert.isTrue(ids.has(id), id)
      assert.isTrue(entries.has(id), id)
    }
    HttpApi.reflect(Api, {
      onGroup: () => {},
      onEndpoint: ({ group, endpoint }) => shown(`${group.identifier}.${endpoint.identifier}`)
    })
    for (const error of ApiErrors) shown(`error-${error.identifier}`)
    for (const { fields } of ClientMessage.members) shown(`realtime-${fields.type.schema.literal}`)
  })

  it("the reference has ids that are unique on a page, and links that lead somewhere", () => {
    for (const [path, text] of texts) {
      assert.strictEqual(new Set(idsOf(text)).size, idsOf(text).length, path)
      for (const [, target] of text.matchAll(/href="([^"]+)"/g)) {
        const [to, id] = target!.split("#") as [string, string?]
        if (!to.startsWith("/docs") && to !== "") continue
        if (to === "/docs/reference.css") continue
        const there = texts.get(to === "" ? path : to)
        assert.isDefined(there, `${path}: ${target}`)
        if (id !== undefined) assert.include(idsOf(there!), id, `${path}: ${target}`)
      }
    }
  })

  it("the reference says what parameters and fields mean", () => {
    assert.include(texts.get("/docs/datapoints"), "The datapoint&#39;s slug")
    assert.include(texts.get("/docs/records"), "In milliseconds of the Unix epoch.")
  })

  it("the reference names its language, its parts and its tables for those who do not see them", () => {
    for (const [path, text] of texts) {
      assert.match(text, /<html lang="en">/, path)
      assert.match(text, /<nav aria-label="Contents">/, path)
      assert.lengthOf(text.match(/<h1/g) ?? [], 1, path)
      assert.lengthOf(text.match(/<caption/g) ?? [], (text.match(/<table/g) ?? []).length, path)
    }
  })

  it("the reference has no page by another name", async () => {
    assert.strictEqual((await get("/docs/robot")).status, 404)
  })
})
