import type { World } from "../World.ts"
import { mayFollow } from "./Observer.ts"

interface JobRow {
  readonly id: string
  readonly robot_id: string
  readonly slug: string
  readonly state: string
}

const stored = new WeakMap<World, Map<string, string>>()

/** A job is stored before its robot hears of it, and its end before anybody is told. */
const checkStored = ({ observer, robots }: World, states: ReadonlyMap<string, string>): void => {
  // The jobs of a deleted robot go with it.
  const kept = new Set(robots.flatMap(({ exists, id }) => (exists.is(true) ? id : [])))
  for (const [jobId, { robotId }] of observer.invoked) {
    if (!kept.has(robotId)) continue
    const state = states.get(jobId)
    const end = observer.ends.get(jobId)
    if (state === undefined) observer.violate(`job ${jobId} was sent to its robot, and is not stored`)
    else if (end !== undefined && state !== end)
      observer.violate(`job ${jobId} was told to have ended as ${end}, and is stored as ${state}`)
  }
}

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
  checkStored(world, new Map(rows.map(({ id, state }) => [id, state])))
}
