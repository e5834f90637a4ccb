import { Console, Effect } from "effect"
import { Grants } from "../access/Grants.ts"
import { Apps } from "../apps/Apps.ts"
import { Transaction } from "../platform/sql/Transaction.ts"
import { mobileSource } from "./DemoConfigs.ts"
import type { DemoFacts } from "./DemoFacts.ts"
import { addRobot, demoOwner, grant } from "./DemoSeed.ts"

/** Robots made in one transaction: what is stopped half-way is lost, what came before it is kept. */
const batchSize = 50

const nameOf = (number: number) => `Rover ${String(number).padStart(4, "0")}`
const hasSuchName = ({ name }: { readonly name: string }) => /^Rover \d{4,}$/.test(name)

/**
 * Adds rovers that nothing simulates to the demo's org until it has `total` robots, and lets the demo's app reach them.
 * Answers how many robots were added: none where there are as many already.
 */
export const growDemo = Effect.fnUntraced(function* (facts: DemoFacts, total: number) {
  const grants = yield* Grants
  const apps = yield* Apps
  const transaction = yield* Transaction
  const caller = yield* demoOwner(facts.owner)
  const before = (yield* grants.robots(caller)).length

  for (let count = before; count < total; count += batchSize) {
    const end = Math.min(count + batchSize, total)
    const batch = Effect.forEach(
      Array.from({ length: end - count }, (_, index) => nameOf(count + index + 1)),
      (name) => addRobot(caller, { name, model: "mobile", source: mobileSource, simulated: false })
    )
    yield* transaction.run(batch)
    yield* Console.error(`${end} of ${total} robots`)
  }

  const { slugs } = facts.robots.find(({ model }) => model === "mobile")!
  const rovers = (yield* grants.robots(caller)).filter(hasSuchName).map(({ id }) => ({ id, slugs }))
  const reached = [...facts.robots, ...rovers]
  const app = yield* apps
    .list(caller)
    .pipe(Effect.map((all) => all.find(({ identifier }) => identifier === facts.app.identifier)))
  if (app !== undefined && app.robot_ids.length < reached.length) {
    const reaching = yield* apps.update(caller, app, { robot_ids: reached.map(({ id }) => id) })
    yield* grant(caller, reaching, reached)
  }
  return Math.max(0, total - before)
})
