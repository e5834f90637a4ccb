/// <reference lib="dom" />
import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { outcomeOf } from "@fleet/server/mcp/card/view/callTool"
import { chargeOf, datapointsToRead, datasheetOf, isBattery } from "@fleet/server/mcp/card/view/Datasheet"
import { Host } from "@fleet/server/mcp/card/view/Host"
import { de, en, textsOf } from "@fleet/server/mcp/card/view/texts"

afterEach(() => vi.unstubAllGlobals())

/** A host's window, and what is posted to it. */
const aWindow = () => {
  const posted: Array<any> = []
  let heard: (event: { readonly data: unknown; readonly source: unknown }) => void = () => undefined
  vi.stubGlobal("addEventListener", (_: string, listener: typeof heard) => {
    heard = listener
  })
  const target = { postMessage: (message: unknown) => posted.push(message) } as unknown as Window
  return { host: new Host(target), posted, say: (data: unknown, source: unknown = target) => heard({ data, source }) }
}

describe("the card's requests to its host", () => {
  it("the card's requests to its host wait 32 at a time, and none is kept once it is answered", async () => {
    const { host, posted, say } = aWindow()
    const waiting = Array.from({ length: 32 }, () => host.request("tools/call", {}))
    assert.lengthOf(posted, 32)
    const refused = await host.request("tools/call", {}).catch((error: Error) => error.message)
    assert.strictEqual(refused, "The host does not answer.")
    assert.lengthOf(posted, 32)
    for (const { id } of posted) say({ jsonrpc: "2.0", id, result: { id } })
    assert.deepStrictEqual(
      (await Promise.all(waiting)).map(({ id }) => id),
      posted.map(({ id }) => id)
    )
    void host.request("tools/call", {})
    assert.lengthOf(posted, 33)
  })

  it("the card's requests to its host are answered by that window alone", async () => {
    const { host, posted, say } = aWindow()
    const [id, asked] = [1, host.request("ui/initialize", {})]
    say({ jsonrpc: "2.0", id, result: { from: "a stranger" } }, {})
    for (const odd of [null, "text", [], { id, result: {} }, { jsonrpc: "2.0", id: "1", result: {} }]) say(odd)
    say({ jsonrpc: "2.0", id, error: { code: -32000, message: "No." } })
    assert.strictEqual(await asked.catch((error: Error) => error.message), "No.")
    say({ jsonrpc: "2.0", id: 7, method: "no/such" })
    assert.deepInclude(posted.at(-1), { id: 7, error: { code: -32601, message: "This view has no such method." } })
  })
})

describe("what the card reads", () => {
  it("what the card reads of a datasheet is the battery first, then what has a unit, and no more than it may", () => {
    const exposure = (slug: string, unit: string | null = null) => ({ slug, kind: "datapoint", unit })
    const sheet = datasheetOf({
      robot_name: "Crane",
      exposures: [exposure("bridge_state"), exposure("a"), exposure("load", "kg"), exposure("main_battery"), "odd"]
    })!
    const slugs = (limit: number) => datapointsToRead(sheet, limit).map(({ slug }) => slug)
    assert.deepStrictEqual(slugs(6), ["main_battery", "load", "a"])
    assert.deepStrictEqual(slugs(2), ["main_battery", "load"])
    assert.isNull(datasheetOf({ job: {} }))
    assert.deepStrictEqual(["battery", "soc", "battery_level", "batteries", "social"].map(isBattery), [
      true,
      true,
      true,
      false,
      false
    ])
  })

  it("what the card reads of a battery is a share where value and unit tell", () => {
    for (const [value, unit, charge] of [
      [83, "%", 0.83],
      [0.5, "%", 0.005],
      [140, "%", 1],
      [0.83, null, 0.83],
      [83, null, 0.83],
      [12.6, "V", null],
      [-1, null, null],
      [3700, null, null]
    ] as const) {
      assert.strictEqual(chargeOf(value, unit), charge)
    }
  })

  it("what the card reads of a result is its JSON, from text too, and an address of the web only to confirm", () => {
    const text = (json: object) => [{ type: "text", text: JSON.stringify(json) }]
    assert.deepStrictEqual(outcomeOf({ content: text({ a: 1 }) }), { type: "result", json: { a: 1 }, image: null })
    assert.deepStrictEqual(outcomeOf({}), { type: "result", json: {}, image: null })
    const refused = (code: string, url: unknown) =>
      outcomeOf({ isError: true, content: text({ code, message: "No.", details: { url } }) })
    const address = "https://portal.example/app/a/mcp/confirm/1"
    assert.propertyVal(refused("confirmation_required", address), "url", address)
    assert.propertyVal(refused("action_failed", address), "url", null)
    for (const url of ["javascript:alert(1)", "data:text/html,x", "file:///x", "", 1, null]) {
      assert.propertyVal(refused("confirmation_required", url), "url", null)
    }
  })

  it("what the card says is there in both languages, English where the host names no known one", () => {
    assert.deepStrictEqual(Object.keys(de), Object.keys(en))
    assert.deepStrictEqual(Object.keys(de.jobState), Object.keys(en.jobState))
    for (const [locale, texts] of [
      ["de-AT", de],
      ["DE", de],
      ["en-US", en],
      ["den", en],
      [undefined, en],
      [7, en]
    ] as const) {
      assert.strictEqual(textsOf(locale), texts)
    }
  })
})
