import type { World } from "../World.ts"
import { mayFollow } from "./Observer.ts"

interface JobRow {
  readonly id: string
  readonly robot_id: string
  readonly slug: string
  readonly state: string
}

const stored = new WeakMap<World, Map<string, string>>()

/** What must hold in the database between any two acts. */
export const checkDatabase = async (world: World): Promise<void> => {
  const { observer, pglite } = world
  if (pglite.isInTransaction()) return
  const { rows } = await pglite.query<JobRow>("SELECT id, robot_id, slug, state FROM job_runs ORDER BY seq")
  const before = stored.get(world) ?? new Map<string, string>()
  stored.set(world, before)
  const active = new Set<string>()
  for (const { id, robot_id, slug, state } of rows) {
    const was = before.get(id)
    if (was !== undefined && !mayFollow(was, state))
      observer.violate(`job ${id} went from ${was} to ${state} in the database`)
    before.set(id, state)
    if (state !== "running" && state !== "unknown") continue
    const place = `${robot_id}/${slug}`
    if (active.has(place)) observer.violate(`two active jobs of ${place}`)
    active.add(place)
  }
}
