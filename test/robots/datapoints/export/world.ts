import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { keepSamples } from "../../../support/keepSamples.ts"
import { aPublishedRobot } from "../../world.ts"

export const dayMs = 86_400_000
/** The beginning of a day that is kept as a whole. */
export const base = (Math.floor(Date.now() / dayMs) - 9) * dayMs
export const iso = (timeMs: number) => new Date(base + timeMs).toISOString()

export type Sample = readonly [timeMs: number, value: unknown]

export const aRecordedRobot = Effect.fnUntraced(function* (samples: ReadonlyArray<Sample>) {
  const world = yield* aPublishedRobot
  const key = { robotId: world.robot.id, orgId: world.orgId, slug: "battery" }
  yield* keepSamples(
    key,
    samples.map(([timeMs, value]) => [base + timeMs, JSON.stringify(value)])
  )
  const url = `${yield* HttpServer.addressFormattedWith(Effect.succeed)}${world.at("battery")}/history/export`
  return {
    ...world,
    download: (query = "", as = world.app.user) =>
      Effect.promise(async () => {
        const response = await fetch(`${url}?from=${base}&to=now${query}`, {
          headers: { authorization: `Bearer ${as}` }
        })
        return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
      })
  }
})

export const textOf = ({ bytes }: { readonly bytes: Uint8Array }) => Buffer.from(bytes).toString()

export const samples: ReadonlyArray<Sample> = [
  [0, 1.5],
  [1_000, -3],
  [2_000, null],
  [3_000, true],
  [4_000, "plain"],
  [5_000, 'a "quoted", text\nof two lines é'],
  [6_000, "=1+1"],
  [7_000, [1, 2]],
  [8_000, { deep: { text: "in" } }]
]
