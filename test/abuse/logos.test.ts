import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { chunk, header, pixels, png, pngOf, svg } from "../apps/logoImages.ts"
import { makePages } from "../identity/app-users/hosted/world.ts"
import { abuseApp, raw, stateOf } from "./world.ts"

const bytes = (text: string) => new Uint8Array(Buffer.from(text))
const script = "<script>alert(1)</script>"
const html = `<!doctype html><html><body>${script}</body></html>`

/** Files that are two things at once, or not what they are said to be. */
const polyglots: Readonly<Record<string, readonly [type: string, file: Uint8Array]>> = {
  "a page": ["image/png", bytes(html)],
  "a page as a drawing": ["image/svg+xml", bytes(html)],
  "a page behind an image": ["image/png", Buffer.concat([png(), bytes(html)])],
  "a page before an image": ["image/png", Buffer.concat([bytes(html), png()])],
  "a drawing as an image": ["image/png", bytes(svg())],
  "an image as a drawing": ["image/svg+xml", png()],
  "an archive behind an image": ["image/png", Buffer.concat([png(), Buffer.from("504b030414000000", "hex")])],
  "a GIF": ["image/png", bytes(`GIF89a/*${html}*/=1`)],
  "an image of many pixels": [
    "image/png",
    pngOf(chunk("IHDR", header(0x7fffffff, 0x7fffffff)), chunk("IDAT", pixels), chunk("IEND"))
  ],
  "an image whose parts are longer than it": [
    "image/png",
    Buffer.concat([png().subarray(0, 8), Buffer.from("ffffffff", "hex"), png().subarray(12)])
  ],
  "a drawing with a script": ["image/svg+xml", bytes(svg(script))],
  "a drawing with an escaped script": ["image/svg+xml", bytes(svg("<&#115;cript>alert(1)</script>"))],
  "a drawing that begins with a page": ["image/svg+xml", bytes(html + svg())],
  "a drawing that ends with a page": ["image/svg+xml", bytes(svg() + html)],
  "a drawing with handlers": ["image/svg+xml", bytes(svg(undefined, 'onload="alert(1)"'))],
  "a drawing with a foreign object": [
    "image/svg+xml",
    bytes(svg(`<foreignObject><body xmlns="http://www.w3.org/1999/xhtml">${script}</body></foreignObject>`))
  ],
  "a drawing that animates a link": [
    "image/svg+xml",
    bytes(svg('<a><animate attributeName="href" values="javascript:alert(1)"/><text>x</text></a>'))
  ],
  "a drawing that uses another file": ["image/svg+xml", bytes(svg('<use href="https://evil.example/x.svg#a"/>'))],
  "a drawing with a style from elsewhere": [
    "image/svg+xml",
    bytes(svg("<style>@import url(https://evil.example/x.css)</style>"))
  ],
  "a drawing of entities": [
    "image/svg+xml",
    bytes(
      `<!DOCTYPE svg [<!ENTITY a "${"x".repeat(1000)}"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>${svg("<text>&b;&f;</text>")}`
    )
  ],
  "a drawing with an instruction": [
    "image/svg+xml",
    bytes(`<?xml-stylesheet href="https://evil.example/x.xsl" type="text/xsl"?>${svg()}`)
  ],
  "a drawing in UTF-16": ["image/svg+xml", Buffer.from(`\uFEFF${svg(script)}`, "utf16le")],
  "a drawing in UTF-7": [
    "image/svg+xml",
    bytes(`<?xml version="1.0" encoding="UTF-7"?>${svg("+ADw-script+AD4-alert(1)+ADw-/script+AD4-")}`)
  ],
  "a drawing 100,000 levels deep": ["image/svg+xml", bytes(svg("<g>".repeat(12_000) + "</g>".repeat(12_000)))],
  "an unending drawing": ["image/svg+xml", bytes(svg("<g>".repeat(30_000)))],
  nothing: ["image/svg+xml", new Uint8Array()]
}

layer(abuseApp(), { excludeTestServices: true, timeout: "60 seconds" })("a logo", (it) => {
  it.effect("a logo is no file of two kinds", () =>
    Effect.gen(function* () {
      const { app, owner, page } = yield* makePages
      const tables = ["apps", "app_logos", "audit_events"]
      const before = yield* stateOf(tables)
      const put = (type: string, file: Uint8Array) =>
        raw(
          "PUT",
          `/api/apps/${app.id}/auth-config/logo`,
          { authorization: `Bearer ${owner.token}`, "content-type": type },
          new Uint8Array(file)
        )
      const taken: Array<string> = []
      for (const [name, [type, file]] of Object.entries(polyglots)) {
        const { status, text } = yield* put(type, file)
        assert.isBelow(status, 500, `${name}: ${text}`)
        if (status < 400) taken.push(name)
      }
      assert.deepStrictEqual(taken, [])
      for (const type of ["text/html", "image/svg+xml, text/html", "image/gif", "application/octet-stream"])
        assert.strictEqual((yield* put(type, png())).status, 415, type)
      assert.deepStrictEqual(yield* stateOf(tables), before)
      assert.strictEqual((yield* raw("GET", page("logo"))).status, 404)
    })
  )

  it.effect("a logo is an image wherever it is opened, of the type it was put as, whatever is asked for", () =>
    Effect.gen(function* () {
      const { app, owner, page } = yield* makePages
      const authorization = `Bearer ${owner.token}`
      for (const [type, file] of [
        ["image/png", png(chunk("tEXt", bytes(`Comment\0${html}`)))],
        ["image/svg+xml", bytes(svg("<text>&lt;script&gt;alert(1)&lt;/script&gt;</text>"))]
      ] as const) {
        const put = yield* raw(
          "PUT",
          `/api/apps/${app.id}/auth-config/logo`,
          { authorization, "content-type": type },
          new Uint8Array(file)
        )
        if (put.status >= 400) continue
        for (const query of [
          "",
          "?v=x",
          "?type=text/html",
          `?v=${encodeURIComponent("\r\nContent-Type: text/html")}`
        ]) {
          for (const accept of ["text/html", "image/*", "*/*"]) {
            const { headers, status } = yield* raw("GET", page(`logo${query}`), { accept })
            assert.strictEqual(status, 200)
            assert.strictEqual(headers.get("content-type"), type)
            assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
            assert.match(headers.get("content-security-policy")!, /default-src 'none'.*sandbox/)
            assert.notMatch(headers.get("content-security-policy")!, /allow-scripts|script-src/)
          }
        }
      }
      assert.strictEqual((yield* raw("GET", page("logo"))).status, 200)
    })
  )
})
