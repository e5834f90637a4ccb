import { assert, layer } from "@effect/vitest"
import { Logos } from "@fleet/server/apps/Logos"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { createHash } from "node:crypto"
import { TestApp } from "../../../support/TestApp.ts"
import { call } from "../../../support/wire.ts"
import { makePages } from "./world.ts"

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#abcdef"/></svg>`

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("the look of the hosted pages", (it) => {
  it.effect("the look of the hosted pages has the app's logo, as an image and nothing else", () =>
    Effect.gen(function* () {
      const { app, page } = yield* makePages
      assert.strictEqual((yield* call("GET", page("logo"))).status, 404)
      assert.include(
        (yield* call("GET", page("done"))).body,
        `<span class="mark" aria-hidden="true">A</span><span>${app.name}</span>`
      )
      yield* (yield* Logos).put(app.id, "image/svg+xml", new TextEncoder().encode(svg))
      const hash = createHash("sha256").update(svg).digest("hex")
      const { body } = yield* call("GET", page("done"))
      assert.include(body, `<img src="${page(`logo?v=${hash}`)}" alt="${app.name}"`)

      const logo = yield* call("GET", page(`logo?v=${hash}`))
      assert.deepStrictEqual([logo.status, logo.body], [200, svg])
      assert.strictEqual(logo.headers.get("content-type"), "image/svg+xml")
      assert.strictEqual(logo.headers.get("x-content-type-options"), "nosniff")
      assert.strictEqual(
        logo.headers.get("content-security-policy"),
        "default-src 'none'; style-src 'unsafe-inline'; sandbox"
      )
      assert.strictEqual(logo.headers.get("cache-control"), "public, max-age=31536000, immutable")
      for (const path of ["logo", "logo?v=older"]) {
        assert.strictEqual((yield* call("GET", page(path))).headers.get("cache-control"), "no-cache")
      }
      const held = yield* call("GET", page("logo"), { headers: { "if-none-match": logo.headers.get("etag")! } })
      assert.deepStrictEqual([held.status, held.body], [304, null])
      assert.strictEqual((yield* call("HEAD", page("logo"))).status, 200)
    })
  )

  it.effect("the look of the hosted pages sends the bytes of a PNG as they were put", () =>
    Effect.gen(function* () {
      const { app, page } = yield* makePages
      const png = Buffer.from(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
        "base64"
      )
      yield* (yield* Logos).put(app.id, "image/png", new Uint8Array(png))
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const response = yield* Effect.promise(() => fetch(`${base}${page("logo")}`))
      assert.strictEqual(response.headers.get("content-type"), "image/png")
      assert.deepStrictEqual(Buffer.from(yield* Effect.promise(() => response.arrayBuffer())), png)
    })
  )

  it.effect("the look of the hosted pages has the app's accent, from a sheet that changes with it", () =>
    Effect.gen(function* () {
      const { page, set } = yield* makePages
      assert.notInclude((yield* call("GET", page("done"))).body, "theme.css")
      yield* set({ hosted_accent: "#7a1fa2" })
      const link = () =>
        Effect.map(call("GET", page("done")), ({ body }) => /href="([^"]*theme\.css[^"]*)"/.exec(body)![1]!)
      const first = yield* link()
      const sheet = yield* call("GET", first)
      assert.strictEqual(sheet.headers.get("content-type"), "text/css; charset=utf-8")
      assert.include(sheet.body, "--accent: light-dark(#7a1fa2, ")
      assert.strictEqual(sheet.headers.get("cache-control"), "public, max-age=31536000, immutable")
      yield* set({ hosted_accent: "#00695c" })
      assert.notStrictEqual(yield* link(), first)
      const older = yield* call("GET", first)
      assert.include(older.body, "#00695c")
      assert.strictEqual(older.headers.get("cache-control"), "no-cache")
    })
  )
})
