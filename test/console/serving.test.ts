import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { ConsoleFiles } from "@fleet/server/console/ConsoleFiles"
import { ConsoleHttp } from "@fleet/server/console/ConsoleHttp"
import { withConfiguration } from "@fleet/server/console/consolePolicy"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Layer, Option } from "effect"
import { HttpRouter } from "effect/http"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliDecompressSync, brotliCompressSync, gunzipSync, gzipSync } from "node:zlib"

const script = "export const answer = 42\n".repeat(200)
const element = '<script type="application/json" id="configuration">{}</script>'

const serve = (settings: Parameters<typeof Settings.layerTest>[0]) =>
  HttpRouter.toWebHandler(
    ConsoleHttp.pipe(Layer.provide(ConsoleFiles.layer), Layer.provide(Settings.layerTest(settings))),
    { disableLogger: true }
  )

let folder: string
let served: ReturnType<typeof serve>
const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" }
const get = (path: string, headers: Readonly<Record<string, string>> = {}, host = "localhost:8787") =>
  served.handler(new Request(`http://${host}${path}`, { headers: { host, ...headers } }))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "console-"))
  await mkdir(join(folder, "assets"))
  await writeFile(join(folder, "index.html"), `<!doctype html><title>Robot Fleet Cloud</title>${element}`)
  await writeFile(join(folder, "assets/index-AbCd1234.js"), script)
  await writeFile(join(folder, "assets/index-AbCd1234.js.br"), brotliCompressSync(script))
  await writeFile(join(folder, "assets/index-AbCd1234.js.gz"), gzipSync(script))
  await writeFile(join(folder, "assets/inter-AbCd1234.woff2"), "a font")
  await writeFile(join(folder, "secret.txt"), "not for browsers")
  served = serve({ consoleFiles: Option.some(folder) })
})
afterAll(async () => {
  await served.dispose()
  await rm(folder, { recursive: true })
})

describe("the served console", () => {
  it.each(["/", "/robots", "/robots/7/config?view=diff&against=1", "/apps", "/apiary", "/signed-in?code=1&state=2"])(
    "answers the page to a browser at %s",
    async (path) => {
      const answer = await get(path, browser)
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.headers.get("content-type"), "text/html; charset=utf-8")
      assert.strictEqual(answer.headers.get("cache-control"), "no-cache")
      assert.include(await answer.text(), "<title>Robot Fleet Cloud</title>")
    }
  )

  it.each([
    ["/", {}],
    ["/", { accept: "*/*" }],
    ["/robots", { accept: "application/json" }],
    ["/api/nothing", browser],
    ["/app/nothing", browser],
    ["/assets/index-gone0000.js", browser],
    ["/assets/..%2fsecret.txt", browser],
    ["/assets/", browser],
    ["/media/nothing", browser],
    ["/.well-known/nothing", browser]
  ] as ReadonlyArray<readonly [string, Readonly<Record<string, string>>]>)(
    "answers not_found at %s with %o",
    async (path, headers) => {
      const answer = await get(path, headers)
      assert.strictEqual(answer.status, 404)
      assert.strictEqual(((await answer.json()) as { code: string }).code, "not_found")
      assert.notInclude(answer.headers.get("cache-control") ?? "", "immutable")
    }
  )

  it("allows no inline script and no inline style, and holds text back from markup", async () => {
    const { headers } = await get("/", browser)
    const policy = headers.get("content-security-policy")!
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self' http://127.0.0.1:8787 ws://127.0.0.1:8787",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'"
    ])
      assert.include(policy.split("; "), part)
    assert.notMatch(policy, /unsafe|\*|https?:(?:;|\s|$)/)
    assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
    assert.strictEqual(headers.get("cross-origin-opener-policy"), "same-origin")
    assert.strictEqual(headers.get("referrer-policy"), "no-referrer")
    assert.include(headers.get("permissions-policy"), "publickey-credentials-create=(self)")
  })

  it("tells the page where the portal is", async () => {
    const text = await (await get("/", browser)).text()
    const given = JSON.parse(/id="configuration">([^<]*)</.exec(text)![1]!)
    assert.strictEqual(given.portalUrl, "http://localhost:8787")
    assert.isString(given.version)
  })

  it("lets no setting end the element that it is written into", () => {
    const hostile = '</script><script>alert(1)</script>$&"'
    const text = withConfiguration(`a${element}b`, { portalUrl: hostile })
    assert.strictEqual(text.split("<script").length, 2)
    assert.strictEqual(JSON.parse(/id="configuration">([^<]*)</.exec(text)![1]!).portalUrl, hostile)
  })

  it("sends a browser from a loopback number to the portal's name, and no other client", async () => {
    const moved = await get("/robots?q=state:firing", browser, "127.0.0.1:8787")
    assert.deepStrictEqual(
      [moved.status, moved.headers.get("location")],
      [302, "http://localhost:8787/robots?q=state:firing"]
    )
    assert.strictEqual((await get("/robots", browser, "127.0.0.1:9999")).status, 200)
    assert.strictEqual((await get("/robots", browser, "fleet.example")).status, 200)
    assert.strictEqual((await get("/robots", { accept: "*/*" }, "127.0.0.1:8787")).status, 404)
  })

  it.each([
    ["br", "br", (bytes: Buffer) => brotliDecompressSync(bytes)],
    ["gzip", "gzip", (bytes: Buffer) => gunzipSync(bytes)],
    ["identity", null, (bytes: Buffer) => bytes],
    ["", null, (bytes: Buffer) => bytes]
  ] as const)("sends a script as %s to who accepts it", async (accepted, written, read) => {
    const answer = await get("/assets/index-AbCd1234.js", { "accept-encoding": accepted })
    assert.strictEqual(answer.headers.get("content-encoding"), written)
    assert.strictEqual(answer.headers.get("cache-control"), "public, max-age=31536000, immutable")
    assert.strictEqual(answer.headers.get("content-type"), "text/javascript; charset=utf-8")
    assert.strictEqual(answer.headers.get("vary"), "accept-encoding")
    assert.strictEqual(read(Buffer.from(await answer.arrayBuffer())).toString(), script)
  })

  it("sends a font as it is", async () => {
    const answer = await get("/assets/inter-AbCd1234.woff2", { "accept-encoding": "br, gzip" })
    assert.deepStrictEqual(
      [answer.headers.get("content-encoding"), answer.headers.get("content-type"), await answer.text()],
      [null, "font/woff2", "a font"]
    )
  })

  it("answers 304 to who has a file already", async () => {
    const first = await get("/assets/index-AbCd1234.js")
    const again = await get("/assets/index-AbCd1234.js", { "if-none-match": first.headers.get("etag")! })
    assert.deepStrictEqual([again.status, await again.text()], [304, ""])
    assert.strictEqual((await get("/assets/index-AbCd1234.js", { "if-none-match": '"another"' })).status, 200)
  })

  it("says at the page why there is no console", async () => {
    const broken = serve({ consoleFiles: Option.some(join(folder, "nowhere")) })
    const answer = await broken.handler(new Request("http://localhost:8787/", { headers: browser }))
    assert.strictEqual(answer.status, 503)
    assert.include(await answer.text(), "The console could not be built")
    await broken.dispose()
  })
})
