import { assert, describe, it } from "@effect/vitest"
import { DemoFacts } from "@fleet/server/demo/DemoFacts"
import { demoPage } from "@fleet/server/demo/DemoPage"
import { Schema } from "effect"

const facts = Schema.decodeSync(DemoFacts)({
  org: { id: "3f2b8c1e-5a4d-4c6f-9e0a-7b1d2c3e4f50", name: "Demo" },
  owner: { email: "owner@demo.example" },
  developer: { email: "developer@demo.example" },
  app: { id: "3f2b8c1e-5a4d-4c6f-9e0a-7b1d2c3e4f51", identifier: "demo" },
  appUser: { email: "user@demo.example", password: "secret" },
  openApp: { identifier: "demo_open" },
  serverKey: "srv_key",
  robots: []
})

const addresses = {
  baseUrl: "http://127.0.0.1:8787",
  portalUrl: "http://localhost:8787",
  consoleOrigin: "http://localhost:8787",
  outbox: "http://127.0.0.1:8787/dev/outbox",
  folder: "/srv/fleet",
  embedded: true
}

describe("the page that a demo prints", () => {
  it("the page that a demo prints tells where mails can be read, and what to delete", () => {
    const page = demoPage(facts, addresses)
    assert.match(page, /^Robot Fleet Cloud is at http:\/\/localhost:8787 /m)
    assert.match(page, /as +owner@demo\.example; the code is at http:\/\/127\.0\.0\.1:8787\/dev\/outbox$/m)
    assert.match(page, /^ {2}Outbox +http:\/\/127\.0\.0\.1:8787\/dev\/outbox$/m)
    assert.match(page, /Everything is kept in \/srv\/fleet; delete that folder to begin again\.$/m)
  })

  it("the page that a demo prints names no outbox where a mail server takes the mails, and no folder for what Postgres keeps", () => {
    const page = demoPage(facts, { ...addresses, outbox: null, embedded: false })
    assert.notMatch(page, /outbox/)
    assert.match(page, /as +owner@demo\.example; the code comes by mail$/m)
    assert.notInclude(page, "delete that folder")
    assert.match(page, /database of DATABASE_URL.*\/srv\/fleet; empty both to begin again\.$/m)
  })

  it("the page that a demo prints has the address for agents and a line for the inspector, where MCP is on", () => {
    assert.notInclude(demoPage(facts, addresses), "/mcp/")
    const strictApp = { identifier: "demo_strict", email: "user@demo.example", password: "secret" }
    assert.notInclude(demoPage({ ...facts, strictApp, mcp: true }, addresses), "/mcp/demo_strict")
    const page = demoPage({ ...facts, strictApp: { ...strictApp, mcp: true }, mcp: true }, addresses)
    assert.match(page, /^ {2}http:\/\/127\.0\.0\.1:8787\/mcp\/demo_strict {3}asks for a second factor/m)
    assert.match(page, /^ {2}http:\/\/127\.0\.0\.1:8787\/mcp\/demo /m)
    assert.match(
      page,
      /^ {2}npx @modelcontextprotocol\/inspector --cli http:\/\/127\.0\.0\.1:8787\/mcp\/demo --transport http/m
    )
  })
})
