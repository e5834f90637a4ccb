import { Effect, Layer } from "effect"
import { Permissions } from "../apps/Permissions.ts"
import { RoleDatasheets } from "../apps/RoleDatasheets.ts"
import { grantedExposures } from "../access/decide.ts"
import { Grants } from "../access/Grants.ts"
import { PublishedConfigs } from "./config/PublishedConfigs.ts"
import { describe } from "./Datasheets.ts"

/** The robots in one answer, at most. */
const mostRobots = 500

/** What is read at the same time. */
const concurrency = 8

export const RoleDatasheetsLive = Layer.effect(
  RoleDatasheets,
  Effect.gen(function* () {
    const permissions = yield* Permissions
    const grants = yield* Grants
    const configs = yield* PublishedConfigs

    return RoleDatasheets.of({
      get: Effect.fn("RoleDatasheets.get")(function* (developer, app, role) {
        const { capabilities, grants: granted } = yield* permissions.get(app, role)
        const slugs = new Map(granted.map(({ robot_id, slugs }) => [robot_id, new Set(slugs)]))
        const attached = new Set(app.robot_ids)
        const robots = (yield* grants.robots(developer)).filter(({ id }) => attached.has(id)).slice(0, mostRobots)
        const sheets = Effect.fnUntraced(function* ({ id, name }: (typeof robots)[number]) {
          const own = slugs.get(id)
          const exposures = own === undefined ? [] : grantedExposures(own, (yield* configs.current(id)).exposures)
          return {
            robot_id: id,
            robot_name: name,
            capabilities,
            exposures: exposures.map(describe)
          }
        })
        return { role_id: role.id, robots: yield* Effect.forEach(robots, sheets, { concurrency }) }
      })
    })
  })
)
