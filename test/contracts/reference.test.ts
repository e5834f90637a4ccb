import { afterAll, assert, describe, it } from "@effect/vitest"
import { Api } from "@fleet/domain/api/Api"
import { ApiErrors } from "@fleet/domain/Errors"
import { ClientMessage } from "@fleet/domain/realtime/ClientMessages"
import { DocsHttp } from "@fleet/server/platform/pages/reference/DocsHttp"
import { HttpRouter } from "effect/http"
import { HttpApi } from "effect/http-api"

const { dispose, handler } = HttpRouter.toWebHandler(DocsHttp, { disableLogger: true })
const get = (path: string) => handler(new Request(`http://service.test${path}`))
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
