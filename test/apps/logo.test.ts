import { assert, layer } from "@effect/vitest"
import { Logos } from "@fleet/server/apps/Logos"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { request } from "node:http"
import { TestApp } from "../support/TestApp.ts"
import { call, invalid, refusal } from "../support/wire.ts"
import { details, world } from "./authConfigWorld.ts"
import { png, putLogo, svg } from "./logoImages.ts"

/** The logo in chunks, without saying how many bytes there are. */
const sendChunked = Effect.fnUntraced(function* (
  path: string,
  as: string,
  type: string,
  chunks: ReadonlyArray<Buffer>
) {
  const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
  return yield* Effect.callback<{ status: number; body: any }>((resume) => {
    const headers = { authorization: `Bearer ${as}`, "content-type": type, "transfer-encoding": "chunked" }
    const sent = request(`${base}${path}`, { method: "PUT", headers }, (response) => {
      let text = ""
      response.on("data", (part) => void (text += part))
      response.on("end", () => resume(Effect.succeed({ status: response.statusCode!, body: JSON.parse(text) })))
    })
    sent.on("error", (error) => resume(Effect.die(error)))
    for (const chunk of chunks) sent.write(chunk)
    sent.end()
  })
})

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("an app's logo", (it) => {
  it.effect("an app's logo is put, found, replaced and removed", () =>
    Effect.gen(function* () {
      const { app, developer, get, orgId, path } = yield* world
      const logos = yield* Logos
      const at = `${path}/logo`
      const as = developer.token
      const before = (yield* get).body
      const first = yield* putLogo(at, { as, type: "image/png", body: png() })
      assert.strictEqual(first.status, 200)
      const prefix = `http://localhost:8787/app/${app.identifier}/logo?v=`
      assert.match(first.body.hosted_logo_url.slice(prefix.length), /^[0-9a-f]{16}$/)
      assert.strictEqual(first.body.hosted_logo_url.slice(0, prefix.length), prefix)
      assert.deepStrictEqual(first.body, {
        ...before,
        hosted_logo_url: first.body.hosted_logo_url,
        updated_at: first.body.updated_at
      })
      const kept = yield* Effect.fromOption(yield* logos.find(app.identifier))
      assert.strictEqual(kept.mime, "image/png")
      assert.isTrue(Buffer.from(kept.image).equals(png()))
      assert.isTrue(first.body.hosted_logo_url.endsWith(kept.hash.slice(0, 16)))
      // The same image again writes nothing.
      assert.deepStrictEqual((yield* putLogo(at, { as, type: "image/png", body: png() })).body, first.body)

      const second = yield* putLogo(at, { as, type: "IMAGE/SVG+XML; charset=utf-8", body: svg() })
      assert.strictEqual(second.status, 200)
      assert.notStrictEqual(second.body.hosted_logo_url, first.body.hosted_logo_url)
      assert.strictEqual((yield* Effect.fromOption(yield* logos.find(app.identifier))).mime, "image/svg+xml")

      const removed = yield* call("DELETE", at, { as })
      assert.strictEqual(removed.status, 200)
      assert.isNull(removed.body.hosted_logo_url)
      assert.deepStrictEqual((yield* call("DELETE", at, { as })).body, removed.body)
      assert.strictEqual((yield* logos.find(app.identifier))._tag, "None")
      const change = { part: "logo", fields: ["hosted_logo_url"] }
      assert.deepStrictEqual(yield* details(orgId), [change, change, change])
    })
  )

  it.effect("an app's logo must be an image of its content type, up to 100 KB", () =>
    Effect.gen(function* () {
      const { developer, get, orgId, path } = yield* world
      const at = `${path}/logo`
      const as = developer.token
      const refused = (type: string | undefined, body: Uint8Array | string) =>
        Effect.map(putLogo(at, { as, body, ...(type === undefined ? {} : { type }) }), refusal)
      for (const type of ["image/jpeg", "application/json", "text/html", "image/svg", "image/png2", undefined]) {
        assert.deepStrictEqual(yield* refused(type, png()), [415, "unsupported_media_type"])
      }
      assert.deepStrictEqual(yield* refused("image/png", svg()), invalid("body", "invalid_value"))
      assert.deepStrictEqual(yield* refused("image/svg+xml", png()), invalid("body", "invalid_value"))
      assert.deepStrictEqual(yield* refused("image/svg+xml", svg("<script/>")), invalid("body", "invalid_value"))
      const polyglot = Buffer.concat([png(), Buffer.from("<script>alert(1)</script>")])
      assert.deepStrictEqual(yield* refused("image/png", polyglot), invalid("body", "invalid_value"))
      const empty = yield* putLogo(at, { as, type: "image/png" })
      assert.deepStrictEqual(refusal(empty), invalid("body", "required"))

      const sized = (bytes: number) => svg(`<!--${" ".repeat(bytes - svg("<!---->").length)}-->`)
      assert.strictEqual((yield* putLogo(at, { as, type: "image/svg+xml", body: sized(102_400) })).status, 200)
      const { hosted_logo_url } = (yield* get).body
      assert.deepStrictEqual(yield* refused("image/svg+xml", sized(102_401)), invalid("body", "too_large"))
      assert.deepStrictEqual(yield* refused("image/svg+xml", sized(3_000_000)), invalid("body", "too_large"))

      const half = Buffer.alloc(60_000, 32)
      const chunked = yield* sendChunked(at, as, "image/svg+xml", [half, half])
      assert.deepInclude(chunked, { status: 400 })
      assert.deepStrictEqual(chunked.body.details, { field: "body", rule: "too_large" })
      const whole = Buffer.from(svg())
      const small = yield* sendChunked(at, as, "image/svg+xml", [whole.subarray(0, 20), whole.subarray(20)])
      assert.strictEqual(small.status, 200)
      assert.notStrictEqual(small.body.hosted_logo_url, hosted_logo_url)
      assert.strictEqual((yield* details(orgId)).length, 2)
    })
  )

  it.effect("an app's logo whose upload breaks off is not written", () =>
    Effect.gen(function* () {
      const { developer, get, orgId, path } = yield* world
      const before = (yield* get).body
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      yield* Effect.callback<void>((resume) => {
        const headers = {
          authorization: `Bearer ${developer.token}`,
          "content-type": "image/png",
          "content-length": 5000
        }
        const sent = request(`${base}${path}/logo`, { method: "PUT", headers })
        sent.on("error", () => undefined)
        sent.on("close", () => resume(Effect.void))
        sent.write(png(), () => sent.destroy())
      })
      // The next answers come from the same server, after the end of that one.
      assert.deepStrictEqual((yield* get).body, before)
      assert.strictEqual(
        (yield* putLogo(`${path}/logo`, { as: developer.token, type: "image/png", body: png() })).status,
        200
      )
      assert.strictEqual((yield* details(orgId)).length, 1)
    })
  )
})
