import { assert, layer } from "@effect/vitest"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Effect, Layer, Option } from "effect"
import { HttpServer } from "effect/http"
import { mkdir, rm, writeFile } from "node:fs/promises"
import { request } from "node:http"
import { join } from "node:path"
import { brotliCompressSync, gzipSync } from "node:zlib"
import { temporaryFolder } from "../support/Temporary.ts"
import { testApp } from "../support/TestApp.ts"

const script = `export const text = "${"a long script, ".repeat(200)}"`
const page = `<!doctype html><script type="application/json" id="configuration">
  {"build":"one"}
</script><div id="console"></div>`

const writeBuild = async (folder: string, text = page) => {
  const assets = join(folder, "assets")
  await rm(folder, { recursive: true, force: true })
  await mkdir(assets, { recursive: true })
  await writeFile(join(folder, "index.html"), text)
  await writeFile(join(folder, "secret.txt"), "not for the world")
  await writeFile(join(assets, "index-Ckq-C6TN.js"), script)
  await writeFile(join(assets, "index-Ckq-C6TN.js.br"), brotliCompressSync(script))
  await writeFile(join(assets, "index-Ckq-C6TN.js.gz"), gzipSync(script))
  await writeFile(join(assets, "inter-Dx4kXJAl.woff2"), Buffer.alloc(5000, 7))
  await writeFile(join(assets, "mark-BwgnhxcV.svg"), "<svg/>")
  await writeFile(join(assets, "build.json"), JSON.stringify({ id: text.length }))
}

/** An address whose text would end the element that holds it. */
const oddPortal = "http://localhost:8787/</script><script>alert(1)</script>$&"

const served = (settings: Parameters<typeof testApp>[0] = {}) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      yield* Effect.promise(() => writeBuild(folder))
      return testApp({ consoleFiles: Option.some(folder), ...settings })
    })
  )

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly bytes: Buffer
  readonly text: string
}

const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" }

/** As it is written, without what `fetch` would tidy up or unpack. */
const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = "GET") =>
  Effect.flatMap(HttpServer.HttpServer, ({ address }) =>
    Effect.promise(
      () =>
        new Promise<Answer>((resolve, reject) => {
          const { port } = address as { port: number }
          const sent = request({ host: "127.0.0.1", port, path, method, headers }, (answer) => {
            const chunks: Array<Buffer> = []
            answer.on("data", (chunk: Buffer) => chunks.push(chunk))
            answer.on("end", () => {
              const bytes = Buffer.concat(chunks)
              resolve({
                status: answer.statusCode!,
                headers: answer.headers as Answer["headers"],
                bytes,
                text: bytes.toString()
              })
            })
          })
          sent.on("error", reject).end()
        })
    )
  )

const configurationOf = ({ text }: Answer) =>
  JSON.parse(/<script type="application\/json" id="configuration">([^]*?)<\/script>/.exec(text)![1]!) as Record<
    string,
    string
  >

layer(served(), { excludeTestServices: true, timeout: "60 seconds" })("the served console", (it) => {
  it.effect("the served console answers browsers at every path that is not reserved, and no other client", () =>
    Effect.gen(function* () {
      for (const path of [
        "/",
        "/robots",
        "/robots/7/config?view=diff",
        "/apiary",
        "/signed-in?code=1",
        "/favicon.ico"
      ]) {
        const answer = yield* get(path, browser)
        assert.strictEqual(answer.status, 200, path)
        assert.strictEqual(answer.headers["content-type"], "text/html; charset=utf-8", path)
        assert.include(answer.text, 'id="console"', path)
        for (const headers of [{}, { accept: "*/*" }, { accept: "application/json" }] as const) {
          const refused = yield* get(path, headers)
          assert.strictEqual(refused.status, 404, path)
          assert.strictEqual((JSON.parse(refused.text) as { code: string }).code, "not_found", path)
        }
      }
      const reserved =
        "api app mcp console accept-invite .well-known docs examples asyncapi dev pages assets realtime bridge media"
      for (const name of reserved.split(" ")) {
        const answer = yield* get(`/${name}/nothing-of-this-name`, browser)
        assert.notInclude(answer.text, 'id="console"', name)
        assert.isAtLeast(answer.status, 400, name)
      }
      for (const path of ["/healthz", "/readyz", "/metrics", "/openapi.json", "/docs"])
        assert.notInclude((yield* get(path, browser)).text, 'id="console"', path)
      assert.strictEqual((yield* get("/", browser, "POST")).status, 404)
    })
  )

  it.effect("the served console has a policy without inline code, and is asked for again each time", () =>
    Effect.gen(function* () {
      const { headers } = yield* get("/robots", { ...browser, host: "localhost:8787" })
      const policy = headers["content-security-policy"]!
      assert.strictEqual(
        policy,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; " +
          "media-src 'self' blob:; connect-src 'self' http://127.0.0.1:8787 ws://127.0.0.1:8787; " +
          "worker-src 'self'; frame-src 'self' http://localhost:8787; form-action 'none'; base-uri 'none'; " +
          "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
      )
      assert.deepInclude(headers, {
        "cache-control": "no-cache",
        "cross-origin-opener-policy": "same-origin",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer"
      })
      assert.include(headers["permissions-policy"], "publickey-credentials-create=(self)")
      for (const name of ["Accept", "Host", "Origin"]) assert.include(headers.vary, name)
      const again = yield* get("/robots", { ...browser, host: "localhost:8787", "if-none-match": headers.etag! })
      assert.deepStrictEqual([again.status, again.bytes.length], [304, 0])
      assert.strictEqual(again.headers["content-security-policy"], policy)
      const head = yield* get("/", browser, "HEAD")
      assert.deepStrictEqual([head.status, head.bytes.length], [200, 0])
    })
  )

  it.effect("the served console tells its page where the API is: at its own origin where that is the service's", () =>
    Effect.gen(function* () {
      const at = (host: string) => Effect.map(get("/", { ...browser, host }), configurationOf)
      assert.deepInclude(yield* at("localhost:8787"), {
        apiUrl: "http://localhost:8787",
        portalUrl: "http://localhost:8787",
        build: "one"
      })
      assert.deepInclude(yield* at("fleet.test:9000"), { apiUrl: "http://127.0.0.1:8787" })
      assert.match((yield* at("localhost:8787")).version!, /^\d+\.\d+\.\d+/)
    })
  )

  it.effect("the served console's files are kept for a year, each in the encoding that the client likes best", () =>
    Effect.gen(function* () {
      const path = "/assets/index-Ckq-C6TN.js"
      const tags = new Set<string>()
      for (const [accepted, encoding, bytes] of [
        ["gzip, deflate, br", "br", brotliCompressSync(script)],
        ["gzip", "gzip", gzipSync(script)],
        ["br;q=0, gzip;q=0.5", "gzip", gzipSync(script)],
        ["identity", undefined, Buffer.from(script)],
        ["", undefined, Buffer.from(script)]
      ] as const) {
        const asked = { "accept-encoding": accepted }
        const answer = yield* get(path, asked)
        assert.strictEqual(answer.status, 200)
        assert.isTrue(answer.bytes.equals(bytes), accepted)
        assert.strictEqual(answer.headers["content-encoding"], encoding)
        assert.deepInclude(answer.headers, {
          "cache-control": "public, max-age=31536000, immutable",
          "content-type": "text/javascript; charset=utf-8",
          "content-length": String(bytes.length),
          "x-content-type-options": "nosniff"
        })
        assert.strictEqual(answer.headers.vary!.toLowerCase().split("accept-encoding").length, 2)
        const head = yield* get(path, asked, "HEAD")
        assert.deepStrictEqual([head.status, head.bytes.length], [200, 0])
        assert.deepStrictEqual(
          ["content-length", "etag", "content-encoding"].map((name) => head.headers[name]),
          ["content-length", "etag", "content-encoding"].map((name) => answer.headers[name])
        )
        const etag = answer.headers.etag!
        tags.add(etag)
        for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
          const again = yield* get(path, { ...asked, "if-none-match": tag })
          assert.deepStrictEqual([again.status, again.bytes.length, again.headers.etag], [304, 0, etag])
        }
        assert.strictEqual((yield* get(path, { ...asked, "if-none-match": '"other"' })).status, 200)
      }
      assert.strictEqual(tags.size, 3)
      const font = yield* get("/assets/inter-Dx4kXJAl.woff2", { "accept-encoding": "br" })
      assert.deepStrictEqual(
        [font.headers["content-type"], font.headers["content-encoding"], font.bytes.length],
        ["font/woff2", undefined, 5000]
      )
      assert.strictEqual((yield* get("/assets/mark-BwgnhxcV.svg")).headers["content-type"], "image/svg+xml")
      assert.strictEqual((yield* get("/assets/build.json")).headers["cache-control"], "no-cache")
    })
  )

  it.effect("the served console has no files but those of its build, and refuses others without being remembered", () =>
    Effect.gen(function* () {
      for (const path of [
        "/assets/index-00000000.js",
        "/assets/",
        "/assets/../secret.txt",
        "/assets/..%2fsecret.txt",
        "/assets/%2e%2e/secret.txt",
        "/assets/index-Ckq-C6TN.js.br",
        "/assets/index-Ckq-C6TN.js/",
        "/assets//index-Ckq-C6TN.js",
        "/assets/constructor"
      ]) {
        const answer = yield* get(path, browser)
        assert.strictEqual(answer.status, 404, path)
        assert.strictEqual((JSON.parse(answer.text) as { code: string }).code, "not_found", path)
        assert.strictEqual(answer.headers["cache-control"], "no-store", path)
      }
    })
  )
})

layer(served(), { excludeTestServices: true, timeout: "60 seconds" })("the console of a service on a name", (it) => {
  it.effect("the console of a service on a name is where a browser at the loopback number is sent, path and all", () =>
    Effect.gen(function* () {
      const at = (path: string, host: string, headers: Readonly<Record<string, string>> = browser) =>
        Effect.map(get(path, { ...headers, host }), ({ headers, status }) => [status, headers.location])
      for (const path of ["/", "/robots?q=a%20b&view=x", "/signed-in?code=1"]) {
        for (const host of ["127.0.0.1:8787", "[::1]:8787"])
          assert.deepStrictEqual(yield* at(path, host), [302, `http://localhost:8787${path}`])
      }
      assert.deepStrictEqual(yield* at("//evil.example", "127.0.0.1:8787"), [
        302,
        "http://localhost:8787//evil.example"
      ])
      for (const host of ["localhost:8787", "127.0.0.1:9000", "192.168.1.7:8787", "fleet.example"])
        assert.deepStrictEqual(yield* at("/robots", host), [200, undefined])
      assert.deepStrictEqual(yield* at("/healthz", "127.0.0.1:8787"), [200, undefined])
      assert.deepStrictEqual(yield* at("/docs", "127.0.0.1:8787"), [200, undefined])
      assert.deepStrictEqual(yield* at("/", "127.0.0.1:8787", { accept: "*/*" }), [404, undefined])
      assert.deepStrictEqual((yield* at("/api/robots", "127.0.0.1:8787"))[0], 401)
    })
  )
})

layer(testApp({ consoleOrigin: "https://console.example" }), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("a service whose console is elsewhere", (it) => {
  it.effect("a service whose console is elsewhere and that has no files of it sends browsers there", () =>
    Effect.gen(function* () {
      const { headers, status } = yield* get("/robots?q=arm", browser)
      assert.deepStrictEqual([status, headers.location], [302, "https://console.example/robots?q=arm"])
      assert.strictEqual((yield* get("/robots?q=arm", { accept: "application/json" })).status, 404)
    })
  )
})

layer(served({ portalUrl: oddPortal }), { excludeTestServices: true, timeout: "60 seconds" })(
  "the configuration of the page",
  (it) => {
    it.effect("the configuration of the page cannot end its element", () =>
      Effect.gen(function* () {
        const answer = yield* get("/", browser)
        assert.lengthOf(answer.text.match(/<\/script>/g)!, 1)
        assert.strictEqual(configurationOf(answer).portalUrl, oddPortal)
      })
    )
  }
)

const empty = Effect.map(temporaryFolder, (folder) => testApp({ consoleFiles: Option.some(folder) }))

layer(Layer.unwrap(empty), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("a service without built files", (it) => {
  it.effect("a service without built files says so at /, and serves them once they are there", () =>
    Effect.gen(function* () {
      const answer = yield* get("/", browser)
      assert.strictEqual(answer.status, 503)
      assert.include(answer.text, "npm run build")
      assert.include((yield* get("/", { ...browser, "accept-language": "de" })).text, "nicht gebaut")
      assert.strictEqual((yield* get("/assets/index-Ckq-C6TN.js")).status, 404)
      assert.strictEqual((yield* get("/healthz")).status, 200)

      const folder = Option.getOrThrow((yield* Settings).consoleFiles)
      for (const text of [page, page.replace("<div", "<main></main><div")]) {
        yield* Effect.promise(() => writeBuild(folder, text))
        const built = yield* get("/", browser)
        assert.deepStrictEqual([built.status, built.text.includes("<main>")], [200, text.includes("<main>")])
        assert.strictEqual((yield* get("/assets/index-Ckq-C6TN.js")).status, 200)
      }
    })
  )
})
