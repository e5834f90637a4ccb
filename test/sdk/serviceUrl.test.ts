import { assert, describe, it } from "@effect/vitest"
import { createClient } from "../../packages/client-sdk/src/index.ts"

describe("the service's address", () => {
  it("a slash at its end and a path of a proxy are taken", async () => {
    for (const baseUrl of ["http://service.test", "http://service.test/", "http://service.test/fleet/"]) {
      const asked: Array<string> = []
      const fetch = async (input: unknown) => {
        asked.push(String(input))
        return Response.json({ robots: [] })
      }
      await createClient({ baseUrl, serverKey: "srv_test", fetch }).robots.list()
      assert.deepStrictEqual(asked, [`${baseUrl.replace(/\/$/, "")}/api/client/robots`])
    }
  })

  it("anything else is refused with the address to write", () => {
    for (const [baseUrl, right] of [
      ["http://service.test/api", "http://service.test"],
      ["http://service.test/api/", "http://service.test"],
      ["http://service.test//", "http://service.test"],
      ["https://service.test:8443/fleet//api", "https://service.test:8443/fleet"],
      ["http://service.test/?x=1", "http://service.test"],
      ["service.test", "https://fleet.example.com"],
      ["ws://service.test", "https://fleet.example.com"],
      ["", "https://fleet.example.com"]
    ] as const)
      assert.throws(() => createClient({ baseUrl, serverKey: "srv_test" }), new RegExp(`Write it as ${right}$`))
  })
})
