import { inBrowser, render } from "../sdk/support/render.ts"
import { window } from "../sdk/support/dom.ts"
import { assert, describe, it, vi } from "@effect/vitest"
import * as sdk from "@fleet/sdk"
import * as hooks from "@fleet/sdk/react"
import * as queries from "@fleet/sdk/react-query"
import * as query from "@tanstack/react-query"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as React from "react"
import { createRoot, type Root } from "react-dom/client"
import { transform } from "rolldown/utils"
import { FakeService, job, robotId } from "../sdk/support/FakeService.ts"

inBrowser()

const readme = readFileSync(join(import.meta.dirname, "../../packages/client-sdk/README.md"), "utf8")
const examples = [...readme.matchAll(/```tsx\n([^]*?)```/g)].map(([, source]) => source!)

/** Runs the example that has these words; answers what it declares under a name. */
const run = async (words: string, wanted: string, given: Readonly<Record<string, unknown>>): Promise<unknown> => {
  const [source, ...others] = examples.filter((example) => example.includes(words))
  assert.isEmpty(others, words)
  const { code, errors } = await transform("example.tsx", source!.replaceAll(/^import .*$/gm, ""), {
    jsx: { runtime: "classic" }
  })
  assert.isEmpty(errors)
  const names = { React, ...sdk, ...hooks, ...queries, ...query, robotId, ...given }
  return new Function(...Object.keys(names), `${code}\nreturn ${wanted}`)(...Object.values(names))
}

const clientOf = (service: FakeService) =>
  sdk.createClient({ baseUrl: service.baseUrl, serverKey: "srv_test", dangerouslyAllowBrowser: true })

const reads = (page: Element | { readonly textContent: string }, text: string) =>
  vi
    .waitUntil(() => page.textContent?.includes(text), { timeout: 15_000, interval: 5 })
    .catch(() => assert.include(page.textContent, text))

describe("examples of React in the SDK's README run", () => {
  it("examples of React in the SDK's README run: values, a job and a camera of a robot", async () => {
    const path = `/api/robots/${robotId}/jobs/pick`
    await using service = await FakeService.start({
      [`POST ${path}`]: () => [202, { job: job("running"), kind: "action" }]
    })
    using fleet = clientOf(service)
    const main = window.document.createElement("main")
    window.document.body.append(main)
    const roots: Array<Root> = []
    try {
      await run("<FleetProvider", "fleet", {
        createClient: () => fleet,
        createRoot: (container: Element) => {
          roots.push(createRoot(container))
          return roots[0]
        },
        document: window.document
      })
      const page = main as unknown as Element
      const socket = await service.authenticated()
      await socket.frame("subscribe")
      await reads(page, "No value yetLivePick")
      socket.send({ type: "datapoint", robot_id: robotId, slug: "battery", value: 81, timestamp_ms: Date.now() })
      await reads(page, "81 %, as of ")
      // The service of this test has no cameras.
      await reads(page, "ended")
      main.querySelector("button")!.click()
      await vi.waitUntil(() => service.count(`POST ${path}`) === 1)
      assert.deepStrictEqual(service.seen.find((request) => request.path === path)?.body, { params: { shelf: 3 } })
      const update = { type: "job", robot_id: robotId, slug: "pick", feedback: null, timestamp_ms: 1 }
      socket.send({ ...update, job: job("running"), progress: 0.5 })
      await reads(page, "Pick running 0.5")
      socket.send({
        type: "subscribe_error",
        robot_id: robotId,
        slug: "battery",
        code: "forbidden",
        message: "Not yours."
      })
      await reads(page, "Not yours.")
    } finally {
      for (const root of roots) root.unmount()
      main.remove()
    }
  })

  it("examples of React in the SDK's README run: queries of routes, and the pages of a list", async () => {
    const robots = [{ name: "Rover" }, { name: "Arm" }]
    await using service = await FakeService.start({
      "GET /api/robots": () => [200, { robots }],
      [`GET /api/robots/${robotId}`]: () => [200, { name: "Rover" }],
      "GET /api/org/jobs": ({ path }) =>
        path.includes("before_seq=7")
          ? [200, { runs: [{}], next_cursor: null }]
          : [200, { runs: [{}, {}], next_cursor: 7 }]
    })
    using fleet = clientOf(service)
    const Overview = (await run("useInfiniteQuery(", "Overview", {})) as React.FunctionComponent<{
      readonly id: string
    }>
    const client = new query.QueryClient()
    using page = render(fleet, () =>
      React.createElement(query.QueryClientProvider, { client }, React.createElement(Overview, { id: robotId }))
    )
    await page.reads("Rover is one of 22 jobsOlder jobsRead again")
    page.click("Older jobs")
    await page.reads("Rover is one of 23 jobsOlder jobsRead again")
    robots.push({ name: "Crane" })
    page.click("Read again")
    await page.reads("Rover is one of 33 jobsOlder jobsRead again")
    client.clear()
  })
})
