import { inBrowser, render } from "../support/render.ts"
import { assert, describe, it as plain, layer } from "@effect/vitest"
import { createClient, type FleetError } from "@fleet/sdk"
import * as queries from "@fleet/sdk/react-query"
import { useFleet } from "@fleet/sdk/react"
import { CancelledError, QueryClient, QueryClientProvider, useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { createElement } from "react"
import { TestApp } from "../../support/TestApp.ts"
import { FakeService, robotId } from "../support/FakeService.ts"
import { world } from "../support/world.ts"

inBrowser()

interface Described {
  readonly operationId: string
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>
}

const openapi = JSON.parse(readFileSync(join(import.meta.dirname, "../../../docs/openapi.json"), "utf8")) as {
  readonly paths: Readonly<Record<string, { readonly get?: Described }>>
}

describe("queries", () => {
  plain("queries exist of every route that is read as JSON", () => {
    const read = Object.values(openapi.paths).flatMap(({ get }) =>
      get?.responses["200"]?.content?.["application/json"] === undefined ? [] : [get.operationId]
    )
    const named = read
      .filter((id) => !/^(portal|hosted)\./.test(id))
      .map((id) => `${id.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase())}Query`)
    assert.isAbove(named.length, 50)
    assert.sameMembers(
      Object.keys(queries).filter((name) => name.endsWith("Query") && !name.endsWith("PagesQuery")),
      named
    )
  })

  plain("queries of one route begin alike, and differ by what is asked", () => {
    const fleet = createClient({ baseUrl: "https://fleet.example.com" })
    const { queryKey } = queries.jobsHistoryQuery(fleet, { params: { id: robotId }, query: { slug: "pick" } })
    assert.deepStrictEqual(queryKey, [
      "fleet",
      "jobs.history",
      { params: { id: robotId }, query: { slug: "pick" } }
    ] as unknown as typeof queryKey)
    assert.deepStrictEqual(queries.routeKey("jobs.history"), ["fleet", "jobs.history"])
  })

  plain("queries that are given up give up the request", async () => {
    const asked = Promise.withResolvers<void>()
    await using service = await FakeService.start({
      "GET /api/robots": () => {
        asked.resolve()
        return new Promise(() => {})
      }
    })
    using fleet = createClient({ baseUrl: service.baseUrl, serverKey: "srv_test", dangerouslyAllowBrowser: true })
    const client = new QueryClient()
    const options = queries.robotsListQuery(fleet)
    const answer = client.fetchQuery(options).catch((error: unknown) => error)
    await asked.promise
    await client.cancelQueries({ queryKey: queries.routeKey("robots.list") })
    assert.instanceOf(await answer, CancelledError)
  })
})

layer(TestApp, { excludeTestServices: true })("queries against the service", (it) => {
  it.effect("queries against the service answer, are refused, and go through pages", () =>
    Effect.gen(function* () {
      const { baseUrl, owner, robot } = yield* world
      yield* Effect.promise(async () => {
        using fleet = createClient({ baseUrl, serverKey: owner.token, dangerouslyAllowBrowser: true })
        const client = new QueryClient()
        const unknownId = crypto.randomUUID()
        const Page = () => {
          const fleet = useFleet()
          const robots = useQuery(queries.robotsListQuery(fleet))
          const missing = useQuery(queries.robotsGetQuery(fleet, { params: { id: unknownId } }))
          const audit = useInfiniteQuery(queries.auditListPagesQuery(fleet, { query: { limit: 2 } }))
          const error: FleetError | null = missing.error
          if (audit.hasNextPage && !audit.isFetching && (audit.data?.pages.length ?? 0) < 2) void audit.fetchNextPage()
          const events = audit.data?.pages.flatMap(({ events }) => events)
          return `${robots.data?.robots.map(({ name }) => name).join()} ${error?.code} ${new Set(events?.map(({ seq }) => seq)).size}`
        }
        using page = render(fleet, () => createElement(QueryClientProvider, { client }, createElement(Page)))
        await page.reads(`${robot.name} not_found 4`)
        await fleet.request("robots.rename", { params: { id: robot.id }, body: { name: `${robot.name} II` } })
        await client.invalidateQueries({ queryKey: queries.routeKey("robots.list") })
        await page.reads(`${robot.name} II not_found 4`)
        client.clear()
      })
    }).pipe(Effect.scoped)
  )
})
